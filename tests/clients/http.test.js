// HTTP libraries against create, refresh and a resource, each in its idiomatic way.
import assert from 'node:assert/strict';
import test from 'node:test';

import axios from 'axios';
import createAuthRefresh from 'axios-auth-refresh';
import got from 'got';
import ky from 'ky';
import { ofetch } from 'ofetch';
import superagent from 'superagent';
import * as undici from 'undici';

import { basic, createUrl, refreshBody, refreshUrl, resourceUrl, user } from './server.js';

const bearer = (token) => ({ Authorization: `Bearer ${token.access_token}` });

function checkCreated(token) {
  assert.deepEqual(Object.keys(token).sort(), ['access_token', 'client_id', 'client_secret', 'company', 'expires_in', 'refresh_token', 'scope', 'token_type', 'username']);
  assert.equal(token.expires_in, 7200);
}
function checkRefreshed(token) {
  assert.deepEqual(Object.keys(token).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
}

test('axios', async () => {
  const created = (await axios.get(createUrl, { headers: { Authorization: basic } })).data;
  checkCreated(created);
  const refreshed = (await axios.post(refreshUrl, refreshBody(created))).data;
  checkRefreshed(refreshed);
  const answer = await axios.get(resourceUrl, { headers: bearer(refreshed), params: { countries: ['RU', 'DE'] }, data: { a: 1 } });
  assert.equal(answer.data.success, true);
  const empty = await axios.post(refreshUrl, undefined, { validateStatus: null });
  assert.equal(empty.status, 400);
  assert.equal(empty.data.error, 'invalid_request');
});

test('axios with axios-auth-refresh: an expired token is renewed and the call repeated', async () => {
  let token = (await axios.get(createUrl, { headers: { Authorization: basic } })).data;
  const credentials = token;
  const api = axios.create();
  api.interceptors.request.use((request) => {
    request.headers.Authorization = `Bearer ${token.access_token}`;
    return request;
  });
  let refreshes = 0;
  const refresh = createAuthRefresh.default ?? createAuthRefresh;
  refresh(api, async (failed) => {
    refreshes += 1;
    const fresh = (await axios.post(refreshUrl, { ...refreshBody(credentials), refresh_token: token.refresh_token },
      { headers: { Authorization: 'Bearer expired' } })).data;
    token = { ...token, ...fresh };
    failed.response.config.headers.Authorization = `Bearer ${token.access_token}`;
  });
  // Three times in quick succession: each renewal uses the token of the one before.
  for (let round = 1; round <= 3; round += 1) {
    token = { ...token, access_token: 'expired' };
    assert.equal((await api.get(resourceUrl)).status, 200);
    assert.equal(refreshes, round);
  }
});

test('got', async () => {
  const created = await got(createUrl, { username: user.username, password: user.password }).json();
  checkCreated(created);
  const refreshed = await got.post(refreshUrl, { json: refreshBody(created) }).json();
  checkRefreshed(refreshed);
  assert.equal((await got(resourceUrl, { headers: bearer(refreshed) }).json()).success, true);
  const refused = await got(createUrl, { throwHttpErrors: false, headers: { Authorization: 'Basic eDp5' } });
  assert.equal(refused.statusCode, 401);
  assert.match(refused.headers['www-authenticate'], /^Basic /);
});

test('ky', async () => {
  const created = await ky(createUrl, { headers: { Authorization: basic } }).json();
  checkCreated(created);
  const refreshed = await ky.post(refreshUrl, { json: refreshBody(created) }).json();
  checkRefreshed(refreshed);
  assert.equal((await ky(resourceUrl, { headers: bearer(refreshed), searchParams: { countries: 'RU,DE' } }).json()).success, true);
});

test('undici request with a body on GET', async () => {
  const created = await (await undici.request(createUrl, { headers: { Authorization: basic } })).body.json();
  checkCreated(created);
  const refreshed = await (await undici.request(refreshUrl, { method: 'POST', body: JSON.stringify(refreshBody(created)) })).body.json();
  checkRefreshed(refreshed);
  const answer = await undici.request(resourceUrl, { method: 'GET', headers: bearer(refreshed), body: '{"a":1}' });
  assert.equal((await answer.body.json()).success, true);
});

test('fetch sends JSON as text/plain and is understood', async () => {
  const created = await (await fetch(createUrl, { headers: { Authorization: basic } })).json();
  checkCreated(created);
  const refreshed = await (await fetch(refreshUrl, { method: 'POST', body: JSON.stringify(refreshBody(created)) })).json();
  checkRefreshed(refreshed);
  const wrong = await fetch(refreshUrl);
  assert.equal(wrong.status, 405);
  assert.match(wrong.headers.get('allow'), /POST/);
});

test('superagent', async () => {
  const created = (await superagent.get(createUrl).auth(user.username, user.password)).body;
  checkCreated(created);
  const refreshed = (await superagent.post(refreshUrl).type('form').send(refreshBody(created))).body;
  checkRefreshed(refreshed);
  assert.equal((await superagent.get(resourceUrl).query({ countries: ['RU', 'DE'] }).set(bearer(refreshed)).send({ a: 1 })).body.success, true);
});

test('ofetch', async () => {
  const created = await ofetch(createUrl, { headers: { Authorization: basic } });
  checkCreated(created);
  const refreshed = await ofetch(refreshUrl, { method: 'POST', body: refreshBody(created) });
  checkRefreshed(refreshed);
  assert.equal((await ofetch(resourceUrl, { headers: bearer(refreshed), query: { countries: ['RU', 'DE'] } })).success, true);
});

test('two refreshes at once: one wins, the other is told 401', async () => {
  const created = await (await fetch(createUrl, { headers: { Authorization: basic } })).json();
  const body = JSON.stringify(refreshBody(created));
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(refreshUrl, { method: 'POST', body })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 401, 401, 401, 401, 401, 401, 401]);
});
