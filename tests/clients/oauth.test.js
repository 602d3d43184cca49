// OAuth libraries against the password grant, each in its default way and in its variants.
import assert from 'node:assert/strict';
import test from 'node:test';

import { OAuth2Client } from '@badgateway/oauth2-client';
import axios from 'axios';
import * as axiosOauth from 'axios-oauth-client';
import ClientOAuth2 from 'client-oauth2';
import * as oauth from 'oauth4webapi';
import simple from 'simple-oauth2';

import { client, opens, tokenUrl, url, user } from './server.js';

const variants = [
  ['form and Basic', {}],
  ['form and body credentials', { authorizationMethod: 'body' }],
  ['JSON and body credentials', { authorizationMethod: 'body', bodyFormat: 'json' }],
];
for (const [title, options] of variants) {
  test(`simple-oauth2 with ${title}`, async () => {
    const grant = new simple.ResourceOwnerPassword({
      client, auth: { tokenHost: url, tokenPath: '/api/oauth/token' }, options,
    });
    const token = await grant.getToken(user);
    assert.equal(token.token.expires_in, 86400);
    assert.ok(await opens(token.token.access_token));
    const renewed = await token.refresh();
    assert.notEqual(renewed.token.refresh_token, token.token.refresh_token);
    assert.ok(await opens(renewed.token.access_token));
  });
}

test('simple-oauth2 shows the reason of a refusal', async () => {
  const grant = new simple.ResourceOwnerPassword({ client, auth: { tokenHost: url, tokenPath: '/api/oauth/token' } });
  await assert.rejects(grant.getToken({ ...user, password: 'wrong' }), (error) => error.data.payload.error === 'invalid_grant');
});

test('client-oauth2', async () => {
  const grant = new ClientOAuth2({ clientId: client.id, clientSecret: client.secret, accessTokenUri: tokenUrl });
  const token = await grant.owner.getToken(user.username, user.password);
  assert.equal(token.tokenType, 'bearer');
  assert.ok(await opens(token.accessToken));
  const renewed = await token.refresh();
  assert.ok(await opens(renewed.accessToken));
  await assert.rejects(grant.owner.getToken(user.username, 'wrong'), (error) => error.code === 'EAUTH' && !/object Object/.test(error.message));
});

test('@badgateway/oauth2-client', async () => {
  const grant = new OAuth2Client({ server: url, clientId: client.id, clientSecret: client.secret, tokenEndpoint: '/api/oauth/token' });
  const token = await grant.password(user);
  assert.ok(await opens(token.accessToken));
  const renewed = await grant.refreshToken(token);
  assert.ok(await opens(renewed.accessToken));
  await assert.rejects(grant.password({ ...user, password: 'wrong' }), (error) => error.oauth2Code === 'invalid_grant');
});

test('oauth4webapi, which refuses answers that do not conform', async () => {
  const server = { issuer: url, token_endpoint: tokenUrl };
  const who = { client_id: client.id };
  const options = { [oauth.allowInsecureRequests]: true };
  for (const authenticate of [oauth.ClientSecretPost(client.secret), oauth.ClientSecretBasic(client.secret)]) {
    const answer = await oauth.genericTokenEndpointRequest(server, who, authenticate, 'password', new URLSearchParams(user), options);
    const token = await oauth.processGenericTokenEndpointResponse(server, who, answer);
    assert.ok(await opens(token.access_token));
    const again = await oauth.refreshTokenGrantRequest(server, who, authenticate, token.refresh_token, options);
    const renewed = await oauth.processRefreshTokenResponse(server, who, again);
    assert.ok(await opens(renewed.access_token));
  }
  const refused = await oauth.genericTokenEndpointRequest(
    server, who, oauth.ClientSecretPost(client.secret), 'password', new URLSearchParams({ ...user, password: 'wrong' }), options);
  await assert.rejects(oauth.processGenericTokenEndpointResponse(server, who, refused),
    (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant');
});

test('axios-oauth-client', async () => {
  const ownerCredentials = axiosOauth.ownerCredentials ?? axiosOauth.default.ownerCredentials;
  const token = await ownerCredentials(axios.create(), tokenUrl, client.id, client.secret)(user.username, user.password);
  assert.ok(await opens(token.access_token));
});
