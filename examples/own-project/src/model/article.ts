export enum Kind {
  Short = 'short',
  Long = 'long',
}

/** What a client posts. */
export interface Article {
  title: string;
  kind?: Kind;
  markdown: string;
}
