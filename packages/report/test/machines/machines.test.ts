import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Analysis } from '@cpu-bound/study/model';
import { byFunctionTable } from '../../src/machines/by-function.ts';
import { studyFrom } from '../../src/machines/from-analysis.ts';
import { machinesPage } from '../../src/machines/page.ts';
import { type PublishedStudy, parseStudy, readStudies } from '../../src/machines/study.ts';
import { machineOf, rowsOf, tally } from '../../src/machines/tally.ts';
import { storedRun } from '../stored-run.ts';

const root = join(import.meta.dirname, '../../../..');
const published = join(root, 'published');
const functions = './examples/functions/';
const known = { contestants: sound.contestants.map(({ id }) => id), functions };
const startedAt = (time: string): Analysis => ({ ...sound, run: { ...sound.run, startedAt: time } });
const found = studyFrom(startedAt('2026-11-27T12:00:00.000Z'), known);

/** The same study on another machine, with other verdicts. */
const elsewhere = (
  id: string,
  cores: number,
  change: (verdict: string) => string = (verdict) => verdict,
): PublishedStudy =>
  parseStudy(
    id,
    JSON.stringify({
      ...found,
      id,
      machine: { ...found.machine, cores },
      needs: found.needs.map((need) => ({
        ...need,
        pairs: need.pairs.map((pair) => ({ ...pair, verdict: change(pair.verdict) })),
      })),
    }),
  );
const opposite = (verdict: string) => ({ better: 'worse', worse: 'better' })[verdict] ?? verdict;

describe('a published study', () => {
  it('contains no function, contestant, path, argument or log of a reader’s own', () => {
    const secret = 'secret-of-jane';
    const analysis: Analysis = {
      ...sound,
      run: {
        ...sound.run,
        folder: `/home/${secret}/results`,
        command: `npx -y pnpm@12 bench run --workload /home/${secret}/f.ts --args ${secret}`,
        workload: { ...sound.run.workload, name: secret, specifier: `/home/${secret}/f.ts` },
        named: [secret],
      },
      environment: { ...sound.environment, os: `Linux 6.1.0-${secret}`, gitCommit: '0123456789ab' },
      contestants: sound.contestants.map((one) =>
        one.id === 'queue' ? { ...one, id: secret, title: secret } : one,
      ),
      validity: {
        ...sound.validity,
        warnings: [{ id: 'machine', message: `/home/${secret}`, remedy: secret }],
        failed: [
          { trial: 't', contestant: secret, reason: 'died', message: secret, log: [`/home/${secret}`] },
        ],
      },
    };
    const study = studyFrom(analysis, known);
    assert.doesNotMatch(JSON.stringify(study), /secret|jane|home|TOKEN/);
    assert.equal(study.workload.name, 'own function');
    assert.deepEqual(study.warnings, ['machine', 'failed']);
  });

  it('names a function that is an example of this repository', () => {
    const workload = { ...sound.run.workload, specifier: `${functions}page.ts#page?body=samples%2Fa.json` };
    const study = studyFrom({ ...sound, run: { ...sound.run, workload } }, known);
    assert.equal(study.workload.name, 'page');
    assert.match(study.id, /-page-2-cores$/);
    const elsewhere = studyFrom(
      { ...sound, run: { ...sound.run, workload } },
      { contestants: known.contestants },
    );
    assert.equal(elsewhere.workload.name, 'own function');
  });

  it('can come from a run that was interrupted in its first trial', () =>
    assert.equal(studyFrom({ ...sound, run: { ...sound.run, durationS: 0 } }, known).durationS, 0));

  it('is refused, naming file and field, if it has a field that the schema does not name', () => {
    const text = JSON.stringify({ ...found, machine: { ...found.machine, host: 'db-7' } });
    assert.throws(() => parseStudy('x.json', text), /x\.json: machine: .*host/);
    const path = JSON.stringify({ ...found, machine: { ...found.machine, cpu: '/home/jane' } });
    assert.throws(() => parseStudy('x.json', path), /x\.json: machine\.cpu/);
  });
});

describe('the files in published/', async () => {
  const files = (await readdir(published)).filter((name) => name.endsWith('.json'));

  it('match the schema, and have the names of their content', async () => {
    const studies = await readStudies(published);
    const ids = studies.map(({ id }) => `${id}.json`);
    assert.deepEqual(ids, files.toSorted());
  });

  it('name no person, host, path or address', async () => {
    const own = [hostname(), userInfo().username].filter((name) => name.length > 2 && name !== 'root');
    const forbidden = [
      /(^|[^\w])(\/|~\/|[A-Z]:\\)[\w.-]+/, // a path
      /\b\d{1,3}(\.\d{1,3}){3}\b/, // an address
      /https?:|@|\blocalhost\b|\.local\b|\.internal\b/,
      /\b(home|Users|root|tmp)\b/,
      ...own.map((name) => new RegExp(`\\b${name.replaceAll(/\W/g, '\\$&')}\\b`)),
    ];
    for (const file of files) {
      const text = await readFile(join(published, file), 'utf8');
      for (const pattern of forbidden) assert.doesNotMatch(text, pattern, file);
    }
  });

  it('are unchanged on the page', async () => {
    const studies = await readStudies(published);
    if (studies.length === 0) return;
    assert.equal(await readFile(join(root, 'docs/machines.md'), 'utf8'), machinesPage(studies));
  });
});

describe('verdicts over several studies', () => {
  const studies = [elsewhere('a', 2), elsewhere('b', 2), elsewhere('c', 8, opposite)];
  const throughput = (given: readonly PublishedStudy[]) =>
    tally(given).find(
      ({ need, one, other }) => need === 'throughput' && one === 'single' && other === 'cluster',
    );

  it('are counted by study and by machine, and a verdict that flips is named', () => {
    const row = rowsOf(studies).find(
      ([title, pair]) => title === 'throughput' && pair === 'single ÷ cluster',
    );
    assert.deepEqual(row?.slice(2), ['1 on 1 machine', '–', '2 on 1 machine', '–', 'yes']);
    assert.match(
      machinesPage(studies),
      /^- \*\*throughput\*\*: single is better than cluster in .*8 × .*It is worse in .*2 × /m,
    );
  });
  it('leave out a study beside programs that used more than 10 % of the CPU time, and say so', () => {
    const beside = (study: PublishedStudy, foreign: number) => ({ ...study, conditions: { foreign } });
    const [first = found, ...others] = studies;
    const busy = [first, ...others.map((study) => beside(study, 0.11))];
    assert.deepEqual(rowsOf(busy), rowsOf([first]));
    const page = machinesPage(busy);
    assert.match(page, /2 of them counted for no verdict, because other programs used more than 10 %/);
    assert.match(machinesPage(busy), /8 cores|8 × /, 'it is shown all the same');
    assert.deepEqual(rowsOf(studies.map((study) => beside(study, 0.1))), rowsOf(studies));
  });
  it('leave out a study of the older method, and say so', () => {
    assert.equal(studyFrom(startedAt('2026-11-26T12:00:00.000Z'), known).schemaVersion, 1);
    const [first = found, ...others] = studies;
    const older = [first, ...others.map((study) => ({ ...study, schemaVersion: 1 as const }))];
    assert.deepEqual(rowsOf(older), rowsOf([first]));
    assert.match(
      machinesPage(older),
      /2 of them counted for no verdict, because throughput was measured by an older method/,
    );
  });
  it('have no pair of which one was not measured', async () => {
    const run = await storedRun('standard');
    assert.ok(run.decision.needs.some(({ id, measured }) => id === 'redis-dies' && measured?.n));
    const redis = studyFrom(run, known).needs.find(({ id }) => id === 'redis-dies');
    assert.equal(redis, undefined, 'one strategy alone has a Redis to lose');
  });
  it('name by function the strategies that no other beats, of the newest study that counts', () => {
    const workload = (name: string, taskMs: number) => ({ workload: { name, taskMs } });
    const threadsWins = elsewhere('b', 2, () => 'worse');
    const given = [
      { ...threadsWins, ...workload('page', 20), startedAt: '2026-11-26T13:00:00Z' },
      { ...elsewhere('a', 2, () => 'inconclusive'), ...workload('invoice', 4) },
      { ...elsewhere('c', 2, () => 'better'), ...workload('page', 20), startedAt: '2026-11-28T13:00:00Z' },
    ];
    const machine = machineOf(threadsWins);
    const [, , ...rows] = byFunctionTable(given)?.split('\n') ?? [];
    assert.deepEqual(
      rows.map((row) =>
        row
          .split('|')
          .slice(1, 6)
          .map((cell) => cell.trim()),
      ),
      [
        ['invoice', '4.00 ms', machine, `${found.needs[0]?.n}`, 'no difference'],
        ['page', '20.0 ms', machine, `${found.needs[0]?.n}`, 'single'],
      ],
    );
    assert.equal(byFunctionTable(given.slice(0, 1)), undefined, 'one function has nothing to compare with');
  });
  it('do not flip if the studies agree', () => {
    assert.equal(throughput(studies.slice(0, 2))?.flips, false);
    const page = machinesPage(studies.slice(0, 2));
    assert.match(page, /^No pair is better in one study and worse in another\.$/m);
  });
});
