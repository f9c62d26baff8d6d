export enum Kind {
  Short = 'short',
  Long = 'long',
}

/** The body that a client posts. */
export interface Article {
  title: string;
  kind?: Kind;
  markdown: string;
}
