/** Opens the details of a need by its name, and the method behind a link. The address keeps the reader's state. */
export function openOnDemand(): void {
  for (const button of document.querySelectorAll<HTMLElement>('button.open')) {
    const details = document.getElementById(button.getAttribute('aria-controls') ?? '');
    button.addEventListener('click', () => {
      const isOpen = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!isOpen));
      details?.toggleAttribute('hidden', isOpen);
    });
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const method = document.getElementById(link.hash.slice(1));
    link.addEventListener('click', (event) => {
      if (!(method instanceof HTMLDetailsElement)) return;
      event.preventDefault();
      method.open = true;
      method.scrollIntoView();
      method.querySelector('summary')?.focus();
    });
  }
}
