// The server under test, as run_clients.py describes it.
const { env } = process;

export const url = env.VEDETTE_URL;
export const user = { username: env.VEDETTE_USER, password: env.VEDETTE_PASSWORD };
export const client = { id: env.VEDETTE_CLIENT_ID, secret: env.VEDETTE_CLIENT_SECRET };
export const tokenUrl = `${url}/api/oauth/token`;
export const createUrl = `${url}/svc/3.0/api/token/${env.VEDETTE_PROJECT}`;
export const refreshUrl = `${url}/svc/3.0/api/refresh/`;
export const resourceUrl = `${url}/monitoring/datasets`;
export const basic = 'Basic ' + Buffer.from(`${user.username}:${user.password}`).toString('base64');

// The body of a refresh from the answer of a create.
export const refreshBody = ({ refresh_token, client_id, client_secret }) => ({ refresh_token, client_id, client_secret });

// A resource opens with this access token.
export async function opens(accessToken) {
  const answer = await fetch(resourceUrl, { headers: { Authorization: `Bearer ${accessToken}` } });
  return answer.status === 200 && (await answer.json()).success === true;
}
