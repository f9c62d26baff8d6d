/** Matches the specifiers that a formatted file imports or starts. */
export const SPECIFIER = /(?<=\b(?:from|import|import\(|new URL\()\s?')[^']+(?=')/g;
