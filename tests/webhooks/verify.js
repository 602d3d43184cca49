// Verifies requests with the libraries that receivers use: one JSON object per line of standard input, one line each of output.
import { createInterface } from 'node:readline'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'

function outcome (Verifier, { secret, headers, body }) {
  try {
    new Verifier(secret).verify(body, headers) // throws when anything is wrong
    return 'good'
  } catch (error) {
    return error.message
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  console.log(JSON.stringify({ standardwebhooks: outcome(StandardWebhook, request), svix: outcome(SvixWebhook, request) }))
}
