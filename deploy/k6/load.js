// Sends requests to a service at a rate, whether or not they are answered (an open loop):
//
//   k6 run -e TARGET=http://10.0.0.7:3000 -e RATE=200 -e REQUESTS=$PWD/requests.ndjson deploy/k6/load.js
//
// REQUESTS is a file as `bench run --requests` takes it (docs/services.md), or one line of it; they are sent in that order,
// repeatedly. SECONDS is the length of the load (60 by default). k6 ends with exit code 99 if an answer has another
// status, if k6 was too slow for the rate, or if the p99 is above P99, in milliseconds.
import { check } from 'k6';
import { b64decode } from 'k6/encoding';
import { scenario } from 'k6/execution';
import http from 'k6/http';

const EXAMPLE = '{"path":"/primes?upTo=200000"}';
const problems = [];
const { TARGET = '', REQUESTS = '' } = __ENV;
if (!/^https?:\/\/[^/]+$/.test(TARGET))
  problems.push(`TARGET=${TARGET}: accepted: the address of a service, as http://10.0.0.7:3000`);
const rate = positive('RATE', 'requests per second');
const seconds = positive('SECONDS', 'seconds', '60');
const p99 = positive('P99', 'milliseconds', '30000');
const requests = requestsIn(REQUESTS.startsWith('{') ? REQUESTS : fileNamed(REQUESTS));
if (requests.length === 0)
  problems.push(
    `REQUESTS=${REQUESTS}: has no request; accepted: a file with a JSON object a line, or one such object, as ${EXAMPLE}`,
  );
if (problems.length > 0) throw new Error(problems.join('\n'));

/** The longest time until an answer. A request without one by then has failed. */
const TIMEOUT_S = 30;
/** The first requests after a start are slower, so no threshold reads them. */
const WARM_UP_S = 5;
const arrivals = {
  executor: 'constant-arrival-rate',
  // k6 takes whole numbers, so the rate is given by the minute.
  rate: Math.max(1, Math.round(rate * 60)),
  timeUnit: '60s',
  // A virtual user has one request under way: at most those of the timeout.
  preAllocatedVUs: Math.max(50, Math.ceil(rate)),
  maxVUs: Math.max(100, Math.ceil(rate * TIMEOUT_S)),
  gracefulStop: `${TIMEOUT_S}s`,
};

export const options = {
  scenarios: {
    'warm-up': { ...arrivals, duration: `${WARM_UP_S}s` },
    load: { ...arrivals, duration: `${seconds}s`, startTime: `${WARM_UP_S}s` },
  },
  thresholds: {
    'checks{scenario:load}': ['rate==1'],
    'dropped_iterations{scenario:load}': ['count==0'],
    'http_req_duration{scenario:load}': [`p(99)<=${p99}`],
  },
  summaryTrendStats: ['med', 'p(90)', 'p(99)', 'max'],
};

export default function () {
  const { method, path, body, headers, status, line } = requests[scenario.iterationInTest % requests.length];
  const response = http.request(method, TARGET + path, body, {
    headers,
    redirects: 0,
    timeout: `${TIMEOUT_S}s`,
    responseCallback: http.expectedStatuses(status),
    tags: { name: `line ${line}` }, // a path may be private
  });
  check(response, { 'the status is the expected one': (answer) => answer.status === status });
}

function positive(name, unit, byDefault = '') {
  const value = __ENV[name] || byDefault;
  if (!(Number(value) > 0)) problems.push(`${name}=${value}: accepted: a number of ${unit} above 0`);
  return Number(value);
}

function fileNamed(name) {
  try {
    return open(name);
  } catch (error) {
    problems.push(`REQUESTS=${name}: cannot be read: ${error.message}`);
    return '';
  }
}

/** Reads the requests that a text has, one JSON object a line. Blank lines are skipped. */
function requestsIn(text) {
  return text.split('\n').flatMap((json, index) => {
    if (json.trim() === '') return [];
    try {
      return [requestIn(JSON.parse(json), index + 1)];
    } catch (error) {
      problems.push(`REQUESTS: line ${index + 1}: ${error.message}`);
      return [];
    }
  });
}

function requestIn({ method = 'GET', path, headers = {}, body, base64, status = 200 }, line) {
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new Error(`has no path; accepted: a path with its query, as ${EXAMPLE}`);
  const [type, sent] = sentBody(body, base64);
  return {
    method,
    path,
    headers: sent === null ? headers : { 'content-type': type, ...lowerCased(headers) },
    body: sent,
    status,
    line,
  };
}

/** The type and the octets of a body: a text is sent unchanged, any other JSON as JSON. */
function sentBody(body, base64) {
  if (base64 !== undefined) return ['application/octet-stream', b64decode(base64)];
  if (body === undefined) return ['', null];
  return typeof body === 'string'
    ? ['text/plain; charset=utf-8', body]
    : ['application/json', JSON.stringify(body)];
}

function lowerCased(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
