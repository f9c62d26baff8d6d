import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { execFileSync } from '@cpu-bound/workload/test/child-process';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const records = globSync('docs/adr/[0-9]*.md', { cwd: root }).toSorted();

/** Lists the anchors that GitHub makes of a page's headings. */
function anchorsOf(page: string): string[] {
  const headings = page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Lists the relative links of a page that lead nowhere. */
function brokenLinks(file: string): string[] {
  return [...read(file).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([, path = '', anchor]) => {
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(root, target))) return [`${file}: ${path} does not exist`];
      if (anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).includes(anchor))
        return [];
      return [`${file}: ${target} has no heading #${anchor}`];
    },
  );
}

/** The pages that a reader types from; records of the past keep the words of their time. */
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const current = pages.filter((file) => !/^(CHANGELOG\.md|docs\/(adr|notebook)\/)/.test(file));

describe('the documents', () => {
  it('link to existing pages and headings', () => {
    assert.deepEqual(pages.flatMap(brokenLinks), []);
  });

  it('have commands that work as typed, with npx; only docs/commands.md has a short form, which it defines', () => {
    const short = 'docs/commands.md';
    const blocksOf = (file: string) =>
      [...read(file).matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
    const wrong = current.filter(
      (file) =>
        /\bpnpm bench\b/.test(read(file)) ||
        blocksOf(file).some((block) => (file === short ? block.includes('pnpm@12') : /^bench /m.test(block))),
    );
    assert.deepEqual(wrong, []);
    assert.match(read(short), /^On this page `bench` stands for `npx -y pnpm@12 bench`/m);
  });

  it('name each question that the profile standard asks once', () => {
    const [, named = ''] = /It asks ([^.]+?) once, in the first round/.exec(read('docs/commands.md')) ?? [];
    assert.deepEqual(
      [...named.matchAll(/`([^`]+)`/g)].map(([, id]) => id),
      questions.filter(({ once }) => once?.includes('standard')).map(({ id }) => id),
    );
  });

  it('answer each question in at most 80 words', () => {
    const answers = read('docs/questions.md').matchAll(/^\*\*([^*]+\?)\*\*([\s\S]*?)(?=\n\n|$(?![\s\S]))/gm);
    const words = [...answers].map(([, question = '', answer = '']) => ({
      question,
      words: answer
        .replaceAll(/\]\([^)]*\)/g, ']')
        .trim()
        .split(/\s+/).length,
    }));
    assert.ok(words.length > 30, `${words.length} questions`);
    const tooLong = words.filter((answer) => answer.words > 80);
    assert.deepEqual(tooLong, []);
  });

  it('quote in the text of a link only figures that the linked page of ours has', () => {
    const links = [...read('docs/questions.md').matchAll(/\[([^\]]*)\]\((?!\w+:)([^)\s#]+)/g)];
    const missing = links.flatMap(([, text = '', path = '']) =>
      [...text.matchAll(/\d+\.\d+/g)]
        .map(([figure]) => figure)
        .filter((figure) => !read(join('docs', path)).includes(figure)),
    );
    assert.deepEqual(missing, []);
  });

  it('say what a run like those of the committed self-check finds, in its own words', () => {
    const { runs } = JSON.parse(read('report/selfcheck.json'));
    const [sentence] = /A run like this finds [^.]*\./.exec(JSON.stringify(runs ?? '')) ?? [''];
    assert.ok(
      read('docs/method.md').replaceAll(/\s+/g, ' ').includes(sentence),
      `docs/method.md: ${sentence}`,
    );
  });

  it('list each decision record in the index once', () => {
    const index = [...read('docs/adr/README.md').matchAll(/^- \[\d{4}\]\(([^)]+)\)/gm)];
    const files = index.map(([, file = '']) => `docs/adr/${file}`);
    assert.deepEqual(files, records);
  });

  it('keep each decision record within 250 words, but for the list of dependencies', () => {
    const wordsOf = (file: string) =>
      read(file)
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    const others = records.filter((file) => !file.includes('/0002-'));
    assert.deepEqual(
      others.map((file) => ({ file, words: wordsOf(file) })).filter(({ words }) => words > 250),
      [],
    );
  });

  it('have a record for each ADR number that a source or a page names', () => {
    const names = execFileSync(
      'git',
      ['grep', '-hoE', 'docs/adr/[0-9]{4}|\\bADR [0-9]{4}', '--', ':!docs/adr'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const numbers = new Set(names.match(/\d{4}/g));
    const missing = [...numbers].filter((number) => !records.some((file) => file.includes(`/${number}-`)));
    assert.deepEqual(missing, []);
  });
});
