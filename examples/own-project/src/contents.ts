import { once } from '@/once';

/** The headings of a page. */
export class Contents {
  constructor(private readonly html: string) {}

  @once
  get headings(): string[] {
    return [...this.html.matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/g)].map(([, text = '']) => text);
  }
}
