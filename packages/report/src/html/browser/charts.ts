/** Unpacks text from raw deflate in base64. */
async function unpacked(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.codePointAt(0) ?? 0);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

async function show(figure: HTMLElement, packed: string): Promise<void> {
  const image = new Image();
  image.alt = figure.textContent ?? '';
  image.src = `data:image/svg+xml,${encodeURIComponent(await unpacked(packed))}`;
  await image.decode();
  figure.replaceChildren(image);
}

/** Draws the charts of a part once, when it is first opened. */
export function drawOnDemand(): void {
  for (const part of document.querySelectorAll('details')) {
    const draw = () => {
      for (const figure of part.querySelectorAll<HTMLElement>('.chart'))
        void show(figure, figure.dataset.packed ?? '');
    };
    if (part.open) draw();
    else part.addEventListener('toggle', draw, { once: true });
  }
}
