import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

type Line = { readonly text: string; readonly price: number };
type Invoice = { readonly number: string; readonly date: string; readonly lines: readonly Line[] };

/** Writes an invoice as a PDF of one page, and returns its bytes. A PDF contains its date, so the invoice names it. */
export async function invoice({ number, date, lines }: Invoice) {
  const pdf = new PDFDocument({ size: 'A4', info: { Title: number, CreationDate: new Date(date) } });
  const bytes = buffer(pdf);
  pdf.fontSize(20).text(`Invoice ${number}`).fontSize(10).moveDown();
  for (const { text, price } of lines) pdf.text(`${text}: ${price.toFixed(2)}`);
  const total = lines.reduce((sum, { price }) => sum + price, 0);
  pdf
    .moveDown()
    .fontSize(12)
    .text(`Total: ${total.toFixed(2)}`)
    .end();
  return bytes;
}
