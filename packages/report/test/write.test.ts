import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { decided, sound, troubled } from '@cpu-bound/questions/test/analysis';
import { writePages, writeReport } from '../src/write.ts';

const { capacity = assert.fail('it is made') } = sound.scenarios;
/** A run of one question, whose charts are drawn soon. */
const small = JSON.parse(JSON.stringify(decided({ ...sound, scenarios: { capacity } })));

let base: string;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-report-'));
});
after(() => rm(base, { recursive: true }));

describe('writing a report', () => {
  it('writes the page, the analysis as given, and every chart that the page shows', async () => {
    const folder = join(base, 'run');
    await writeReport(small, questions, { page: join(folder, 'REPORT.md'), folder });
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8')), small);
    const page = await readFile(join(folder, 'REPORT.md'), 'utf8');
    const shown = [...page.matchAll(/\]\((charts\/[^)]+)\)/g)].map(([, path = '']) => path);
    assert.ok(shown.length >= 1);
    for (const path of shown) assert.match(await readFile(join(folder, path), 'utf8'), /^<svg /);
  });

  it('writes the report in Markdown and as HTML, and both say that a run goes on', async () => {
    const folder = join(base, 'both');
    await writePages(small, questions, { page: join(folder, 'REPORT.md'), folder, running: 'going on' });
    const [page, html] = await Promise.all(
      ['REPORT.md', 'index.html'].map((file) => readFile(join(folder, file), 'utf8')),
    );
    for (const text of [page, html]) assert.match(text ?? '', /going on/);
    assert.ok((await readdir(join(folder, 'charts'))).includes('capacity.svg'));
  });

  it('lets the page find the charts from its place', async () => {
    const root = join(base, 'root');
    await writeReport(small, questions, { page: join(root, 'REPORT.md'), folder: join(root, 'report') });
    assert.match(await readFile(join(root, 'REPORT.md'), 'utf8'), /\]\(report\/charts\/capacity\.svg\)/);
  });

  it('removes the charts of an earlier report, and nothing else', async () => {
    const folder = join(base, 'again');
    await mkdir(join(folder, 'charts'), { recursive: true });
    await writeFile(join(folder, 'charts/old.svg'), '<svg/>');
    await writeFile(join(folder, 'charts/notes.txt'), 'mine');
    await writeReport(sound, questions, { page: join(folder, 'REPORT.md'), folder });
    assert.ok((await readdir(join(folder, 'charts'))).includes('responsiveness.svg'));
    await writeReport(troubled, questions, { page: join(folder, 'REPORT.md'), folder });
    const left = await readdir(join(folder, 'charts'));
    assert.ok(left.includes('notes.txt') && left.includes('capacity.svg'));
    assert.ok(!left.includes('old.svg') && !left.includes('responsiveness.svg'));
  });
});
