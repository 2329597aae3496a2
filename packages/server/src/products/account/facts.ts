import { Type } from '#kit/values/schema.ts'
import { fact, resourceFact } from '#kit/nouns/fact.ts'

export const keyCreated = resourceFact('account.key.created', 'account.key', 'A key was created.')
export const keyUpdated = resourceFact('account.key.updated', 'account.key', 'A key was changed.')
export const keyRevoked = resourceFact('account.key.revoked', 'account.key', 'A key was revoked.')
export const keyDeleted = resourceFact('account.key.deleted', 'account.key', 'A revoked key was removed from the list.')

export const memberCreated = resourceFact('account.member.created', 'account.member', 'A person was invited or joined.')
export const memberUpdated = resourceFact('account.member.updated', 'account.member', 'The role of a member changed.')
export const memberJoined = resourceFact('account.member.joined', 'account.member', 'An invited person joined.')
export const memberDeleted = resourceFact('account.member.deleted', 'account.member', 'A member was removed.')

export const keyExposed = fact(
  'account.key.exposed',
  'A secret key was sent by a browser or in an address: rotate it.',
  Type.Object({
    keyId: Type.String({ description: 'The key, `key_…`.' }),
    where: Type.String({ description: 'Source of the leak: an origin, or the query string.' }),
  }),
)

export const accountUpdated = fact(
  'account.account.updated',
  'The name, language or time zone of the account changed.',
  Type.Object({
    accountId: Type.String({ description: 'The account, `acc_…`.' }),
    name: Type.String({ description: 'Name of the account.' }),
    language: Type.String({ description: 'Default language, BCP 47.' }),
    timeZone: Type.String({ description: 'Default time zone, IANA.' }),
  }),
)

const endpoint = 'account.webhookEndpoint'
export const webhookEndpointCreated = resourceFact(
  'account.webhookEndpoint.created',
  endpoint,
  'A webhook endpoint was created.',
)
export const webhookEndpointUpdated = resourceFact(
  'account.webhookEndpoint.updated',
  endpoint,
  'A webhook endpoint was changed.',
)
export const webhookEndpointDeleted = resourceFact(
  'account.webhookEndpoint.deleted',
  endpoint,
  'A webhook endpoint was deleted.',
)
export const webhookEndpointEnabled = resourceFact(
  'account.webhookEndpoint.enabled',
  endpoint,
  'A webhook endpoint was enabled.',
)
export const webhookEndpointDisabled = resourceFact(
  'account.webhookEndpoint.disabled',
  endpoint,
  'A webhook endpoint was disabled: `disabledReason` says whether a request or a response 410 caused it.',
)

export const webhookEndpointTested = fact(
  'account.webhookEndpoint.tested',
  'A test was requested. It goes to the endpoint of the request alone.',
  Type.Object({
    webhookEndpointId: Type.String({ description: 'The endpoint, `whe_…`.' }),
    message: Type.String({ description: 'A sentence that identifies the test.' }),
  }),
)

const imageNoun = 'account.image'
export const imageCreated = resourceFact('account.image.created', imageNoun, 'An image was uploaded.')
export const imageUpdated = resourceFact('account.image.updated', imageNoun, 'An image has another name.')
export const imageDeleted = resourceFact(
  'account.image.deleted',
  imageNoun,
  'An image was deleted, and its file with it.',
)

/** Emitted with each sign-in; rules of rewards, automations and segments may name it as an event of the contact. */
export const viewerSignedIn = fact(
  'account.viewer.signedIn',
  'A member of the audience signed in.',
  Type.Object({
    contactId: Type.String({ description: 'The contact, `con_…`.' }),
    way: Type.String({ enum: ['code', 'link'], description: 'Way of the sign-in: the code or the link of a mail.' }),
  }),
  { person: ({ contactId, way }) => ({ contactId, properties: { way } }) },
)
