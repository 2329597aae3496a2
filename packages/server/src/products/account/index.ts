import { ports as sitePorts } from './keyOrigins.ts'
import { provide } from '#kit/call/port.ts'
import { product } from '#kit/nouns/product.ts'
import { sessionsPort } from '#platform/auth/sessionsPort.ts'
import { viewersPort } from '#platform/auth/viewersPort.ts'
import { webhookEndpointsPort } from '#platform/webhooks/webhookEndpointsPort.ts'
import * as account from './account.ts'
import { attention } from './accountAttention.ts'
import * as auditRow from './auditRow.ts'
import * as delivery from './delivery.ts'
import * as fact from './factLog.ts'
import * as factStream from './factStream.ts'
import * as facts from './facts.ts'
import { image } from './images/image.ts'
import { operations as imageOperations } from './images/imageOperations.ts'
import { removeUnused, uploads } from './images/imageUpload.ts'
import * as key from './key.ts'
import * as keyRotation from './keyRotation.ts'
import * as mail from './caughtMail.ts'
import { schedules as challengeSchedules } from './people/challenge.ts'
import { schedules as guessSchedules } from './people/guessCount.ts'
import { schedules as linkSchedules } from './people/link.ts'
import * as link from './people/linkOperations.ts'
import * as member from './people/member.ts'
import * as ownSession from './people/ownSession.ts'
import * as passkey from './people/passkey.ts'
import { openSessions, schedules as sessionSchedules } from './people/personSession.ts'
import { sendAddressNotice, sendPersonLink } from './people/personMail.ts'
import * as profile from './people/profile.ts'
import * as secondFactor from './people/secondFactor.ts'
import * as signIn from './people/signIn.ts'
import { mailViewerCode } from './viewers/viewerMail.ts'
import { operations as viewerOperations } from './viewers/viewerOperations.ts'
import { pages as viewerPages } from './viewers/viewerPages.ts'
import { schedules as viewerCodeSchedules } from './viewers/viewerCode.ts'
import * as viewerSession from './viewers/signedInViewer.ts'
import { viewers } from './viewers/viewers.ts'
import * as serverChecks from './serverChecks.ts'
import * as job from './job.ts'
import * as overview from './overview.ts'
import * as record from './record.ts'
import { tables } from './tables.ts'
import * as requestLog from './requestLog.ts'
import * as webhookEndpoint from './webhookEndpoint.ts'
import { openWebhookEndpoints } from './webhookTargets.ts'
import { scopes } from './scopes.ts'

/** The product of an account's own resources: keys, webhook endpoints, facts, deliveries, the audit log. */
export const accountProduct = product({
  name: 'account',
  title: 'Account',
  description: 'Keys, webhook endpoints, facts, deliveries and the audit log of your account.',
  resources: [key.key, webhookEndpoint.webhookEndpoint, member.member, image],
  operations: [
    ...account.operations,
    ...key.operations,
    ...keyRotation.operations,
    ...webhookEndpoint.operations,
    ...fact.operations,
    ...factStream.operations,
    ...delivery.operations,
    ...mail.operations,
    ...auditRow.operations,
    ...requestLog.operations,
    ...record.operations,
    ...job.operations,
    ...overview.operations,
    ...serverChecks.operations,
    ...signIn.operations,
    ...ownSession.operations,
    ...profile.operations,
    ...passkey.operations,
    ...secondFactor.operations,
    ...link.operations,
    ...member.operations,
    ...viewerOperations,
    ...imageOperations,
  ],
  pages: viewerPages,
  facts: Object.values(facts),
  reactions: viewerSession.reactions,
  attention: [...attention, ...serverChecks.attention],
  scopes,
  tasks: [
    ...delivery.tasks,
    ...job.tasks,
    member.sendInvitation,
    sendPersonLink,
    sendAddressNotice,
    removeUnused,
    mailViewerCode,
  ],
  uploads,
  schedules: [
    ...requestLog.schedules,
    ...sessionSchedules,
    ...guessSchedules,
    ...challengeSchedules,
    ...linkSchedules,
    ...viewerCodeSchedules,
    ...viewerSession.schedules,
  ],
  tables,
  ports: [
    provide(webhookEndpointsPort, openWebhookEndpoints),
    provide(sessionsPort, openSessions),
    provide(viewersPort, viewers),
    ...sitePorts,
  ],
})
