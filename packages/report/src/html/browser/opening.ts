const parts = () => [...document.querySelectorAll('details')];

/** Opens the parts that the address names. */
export function showOpened({ open }: { readonly open: readonly string[] }): void {
  for (const part of parts()) if (open.includes(part.id)) part.open = true;
}

/** Reports the open parts when a reader opens or closes one. A link inside the page leads there and keeps the state. */
export function onOpening(change: (open: readonly string[]) => void): void {
  for (const part of parts())
    part
      .querySelector('summary')
      ?.addEventListener('click', () =>
        change(parts().flatMap(({ id, open }) => ((id === part.id ? !part.open : open) ? [id] : []))),
      );
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      document.getElementById(link.hash.slice(1))?.scrollIntoView();
    });
}
