import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

type Product = { readonly name: string; readonly price: number; readonly tags: readonly string[] };

const tagOf = (text: string) => h('span', { key: text, className: 'tag' }, text);

const Card = ({ name, price, tags }: Product) =>
  h('article', { className: 'card' }, h('h2', null, name), h('p', null, price.toFixed(2)), tags.map(tagOf));

const cardOf = (product: Product) => h(Card, { key: product.name, ...product });

/** Renders a page of products on the server. */
export const page = ({ products }: { products: readonly Product[] }) => ({
  html: renderToString(h('main', null, products.map(cardOf))),
});
