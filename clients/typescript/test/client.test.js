// Against a running server: API_URL, API_PROJECT, API_USER, API_PASSWORD (tests/clients/run_own_clients.py starts one).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, vedette, VedetteError } from '../dist/index.js';

const { API_URL: url, API_PROJECT: project, API_USER: username, API_PASSWORD: password } = process.env;
const account = { url, project, username, password };

// A fetch that notes what was sent, with an Authorization header of its choice when asked to.
function spy() {
  const paths = [];
  const send = (input, init) => {
    paths.push(new URL(input.url ?? input).pathname);
    return fetch(input, init);
  };
  return { paths, send };
}

test('many calls at once sign in once', async () => {
  const { paths, send } = spy();
  const api = vedette(account, send);
  const answers = await Promise.all(Array.from({ length: 8 }, () => dataOf(api.GET('/monitoring/datasets'))));
  assert.ok(answers.every((answer) => answer.datasets.length > 0));
  assert.equal(paths.filter((path) => path.startsWith('/svc/3.0/api/token/')).length, 1);
});

test('a search is typed and finds the fictional minister', async () => {
  const api = vedette({ ...account, url: `${url}/` });
  const found = await dataOf(api.GET('/screening', {
    params: { query: { search_type: 'individual', name: 'Barney Thistlewicke', datasets: ['PEP', 'SAN'] } },
  }));
  assert.equal(found.hits[0].doc.name, 'Barnaby Aldous Thistlewick');
});

test('a token that the service refuses is renewed, and the request is sent again', async () => {
  const { paths, send } = spy();
  let spoil = true;
  const api = vedette(account, (input, init) => {
    if (spoil && input instanceof Request && input.headers.get('Authorization')?.startsWith('Bearer')) {
      spoil = false;
      input.headers.set('Authorization', 'Bearer spoilt');
    }
    return send(input, init);
  });
  await dataOf(api.POST('/screening', { body: { search_type: 'individual', name: 'Rupert Fenwright' } }));
  assert.deepEqual(paths.slice(1), ['/screening', '/svc/3.0/api/refresh', '/screening']);
});

test('a refused input is named', async () => {
  const api = vedette(account);
  const asked = dataOf(api.GET('/screening', { params: { query: { search_type: 'individual', name: 'X', threshold: 900 } } }));
  await assert.rejects(asked, (problem) => problem instanceof VedetteError && problem.status === 400
    && problem.details[0].path === 'threshold' && problem.requestId !== '');
});

test('a wrong password is told as what it is', async () => {
  const api = vedette({ ...account, password: 'not this one' });
  await assert.rejects(api.GET('/monitoring/datasets'), (problem) => problem.status === 401 && problem.code === 'invalid_client');
});

test('after signing out the next call signs in anew', async () => {
  const { paths, send } = spy();
  const api = vedette(account, send);
  await dataOf(api.GET('/monitoring/datasets'));
  await api.signOut();
  await dataOf(api.GET('/monitoring/datasets'));
  assert.equal(paths.filter((path) => path.startsWith('/svc/3.0/api/token/')).length, 2);
});
