import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reactionsOf } from '#kit/nouns/product.ts'
import { products } from '#products/index.ts'

/**
 * Names of reactions and tasks. Queued jobs bear them, some for months, and a job whose name no process knows never
 * runs. A name therefore stays, whatever its function is called. Removing one takes a migration of `ops_job`.
 */
const keptNames = [
  'account.delivery.resend',
  'account.image.removeUnused',
  'account.job.runAgain',
  'account.member.invite',
  'account.person.addressNotice',
  'account.person.mail',
  'livestream.channel.clear',
  'livestream.channel.moveCategory',
  'livestream.channel.moveSubCategory',
  'livestream.channel.projectCreated',
  'livestream.channel.projectDeleted',
  'livestream.channel.projectUpdated',
  'livestream.channel.relabelCategory',
  'livestream.channel.relabelSubCategory',
  'livestream.details.fetchCaption',
  'livestream.marker.becomeChapters',
  'livestream.marker.clear',
  'livestream.publisher.dismiss',
  'livestream.session.command',
  'livestream.static.clearRecordings',
  'livestream.static.cutClip',
  'livestream.static.deleteRecording',
  'livestream.static.expire',
  'livestream.static.finishRecording',
  'livestream.static.forgetUpload',
  'livestream.static.import',
  'livestream.static.importUpload',
  'livestream.static.publish',
  'livestream.static.removeMedia',
  'livestream.static.removeUpload',
  'livestream.stream.forgetSchedule',
  'livestream.stream.moveCategory',
  'livestream.stream.moveSubCategory',
  'livestream.stream.projectCreated',
  'livestream.stream.projectDeleted',
  'livestream.stream.projectDisabled',
  'livestream.stream.projectDisconnected',
  'livestream.stream.projectEnabled',
  'livestream.stream.projectEnded',
  'livestream.stream.projectMore',
  'livestream.stream.projectOfChannel',
  'livestream.stream.projectReconnected',
  'livestream.stream.projectUpdated',
  'livestream.stream.projectWentLive',
  'livestream.stream.relabelCategory',
  'livestream.stream.relabelSubCategory',
  'livestream.stream.rest',
  'livestream.ticketingEvent.close',
  'livestream.ticketingEvent.goWithChannel',
  'livestream.ticketingEvent.goWithStatic',
  'livestream.ticketingEvent.goWithStream',
  'livestream.ticketingEvent.mail',
  'livestream.ticketingEvent.refresh',
  'livestream.ticketingEvent.revoke',
  'livestream.ticketingEvent.sync',
  'marketing.contact.optIn',
  'marketing.event.of.livestream.ticketingEvent.accessGranted',
  'marketing.event.of.livestream.ticketingEvent.accessRevoked',
  'marketing.event.of.livestream.ticketingEvent.admitted',
  'marketing.returned.apply',
  'marketing.event.of.marketing.leadScore.thresholdCrossed',
  'marketing.leadScore.apply',
  'marketing.leadScore.scoreChanges',
  'marketing.leadScore.scoreEvents',
]

test('reactions and tasks keep the names that queued jobs bear', () => {
  const named = [...reactionsOf(products), ...products.flatMap(({ tasks }) => tasks)].map(({ name }) => name)
  assert.deepEqual(named.toSorted(), keptNames, 'a new name is added to the list, and no name leaves it')
})
