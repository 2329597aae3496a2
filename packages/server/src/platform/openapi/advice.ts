import type { ProblemCode, Reason } from '#kit/call/problem.ts'

/** Advice to the caller for each error, in a sentence or two. */
export function adviceFor(why: Reason): string {
  return byReason[why.reason] ?? byCode[why.code]
}

const byCode: Record<ProblemCode, string> = {
  invalid_request: 'Correct the request and send it again; the same request would be refused again.',
  authentication_required: 'Send a valid key in the header X-Service-API-Key.',
  not_authorized: 'Use a key or an account that may do this.',
  not_found: 'Check the id. A deleted record, and one of another account, get the same response.',
  conflict: 'Read the resource, decide again from its present state, and send a request that fits it.',
  rate_limited: 'Wait as long as Retry-After says, then send the same request again.',
  internal_error: 'Try again later. When it stays, report it with the requestId of the response.',
  unavailable: 'Wait as long as Retry-After says, then send the same request again.',
}

const byReason: Record<string, string> = {
  validation_failed:
    'Look at error.fields: each names a field by its JSON pointer, the rule it broke and what is right.',
  malformed_json: 'Send a JSON object, UTF-8, without comments or trailing commas.',
  unsupported_media_type: 'Send the header Content-Type: application/json.',
  unsupported_content_encoding: 'Send the body uncompressed, without the header Content-Encoding.',
  body_too_large: 'Send less at once: split the request, or upload a file by its address instead.',
  body_too_deep: 'Flatten the body.',
  authentication_required:
    'The key is missing, malformed, unknown, expired or revoked; for your safety the response does not say which. ' +
    'Compare its first and last characters with the list of keys, or make a new one.',
  scope_missing: 'error.details.scope names the scope. Add it to the restricted key, or use another key.',
  account_kind: 'Use a Business or Streamer account for this operation.',
  account_suspended: 'Contact the operator of this installation.',
  origin_not_allowed: 'Add the origin of your page to allowedOrigins of the public key.',
  client_app_not_allowed: 'Add the app id that you send in X-Client-App to allowedApps of the public key.',
  address_not_allowed: 'Add the address of your server to allowedAddresses of the key, or send from an allowed one.',
  public_key_not_allowed: 'Call this operation from your server with a secret or restricted key.',
  secret_key_exposed:
    'Rotate the key now: readers of the page or the address may have it. In browsers and apps use a public key.',
  signature_invalid:
    'Sign the exact bytes of the body with the secret of the event, at the moment you send them; a provider needs ' +
    'the address with its token, as in the response to the create.',
  webhook_refused:
    'Give the payment provider the address and the signing secret of its record. Calls are signed over their exact ' +
    'bytes, and are refused five minutes after they were sent.',
  metrics_token: 'Send Authorization: Bearer with the METRICS_TOKEN of this server, or have its operator set one.',
  playback_refused: 'Open the page of the video again: it gives out an address that opens it, or says what is needed.',
  route_not_found: 'Check method and path; the document at /openapi.json lists all of them.',
  client_reference_exists:
    'error.details.existingId names the existing record. Use it, or create with another clientReference.',
  version_mismatch: 'Read the resource again, apply your change to what it is now, and send its version as ifVersion.',
  invalid_transition: 'error.details names the status and the actions that are allowed from there.',
  write_contended: 'Send the same request again after a moment.',
  idempotency_in_flight: 'Wait a second and send the same request again: the response of the first is returned.',
  idempotency_interrupted:
    'Read what details.targets names: it has changed. Continue from there with a new Idempotency-Key.',
  idempotency_erased:
    'Forget what you keep of the record. If the person wants to come back, send a request with a new Idempotency-Key.',
  idempotency_key_reused: 'Make a new Idempotency-Key for every new request; reuse it only to repeat the same request.',
  ffmpeg_missing:
    'Leave out the option that needs ffmpeg, as the message says. The operator can install ffmpeg, or name the ' +
    'place where it is by FFMPEG_PATH; the server looks for it when it starts.',
  engine_unsupported:
    'Leave out what error.details.field names, or send what the message says. Which engine carries live video is the ' +
    'operator’s choice, by LIVE_ENGINE.',
  limit_reached: 'Delete records that are not needed, or have the operator raise the limit.',
}
