/** Unpacks text from raw deflate in base64. */
async function unpacked(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.codePointAt(0) ?? 0);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

/** Draws the charts in place of their descriptions. */
export function drawCharts(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.chart')) void draw(figure);
}

async function draw(figure: HTMLElement): Promise<void> {
  const image = new Image();
  image.alt = figure.textContent ?? '';
  image.src = `data:image/svg+xml,${encodeURIComponent(await unpacked(figure.dataset.packed ?? ''))}`;
  await image.decode();
  figure.replaceChildren(image);
}
