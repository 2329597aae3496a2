import { provide } from '#kit/call/port.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { reactions as attributeReactions } from './attributeNames.ts'
import { contact } from './contact.ts'
import { choosePreferences, confirmContact, subscribeContact } from './consentOperations.ts'
import { pages as consentPages } from './consentPages.ts'
import { countContacts } from './contactCount.ts'
import { contactNames } from './contactNames.ts'
import { createContact } from './contactCreate.ts'
import { deleteContact } from './contactErasure.ts'
import { getContact, listContacts } from './contactRead.ts'
import { updateContact } from './contactUpdate.ts'
import { contacts } from './contactsForProducts.ts'
import { optInMail } from './optInMail.ts'
import { operations as topicOperations, topic } from './topic.ts'

/** Resources of contacts. */
export const resources = [contact, topic]
/** Operations of contacts and topics. */
export const operations = [
  listContacts,
  countContacts,
  contactNames,
  createContact,
  deleteContact,
  getContact,
  updateContact,
  confirmContact,
  choosePreferences,
  subscribeContact,
  ...topicOperations,
]
/** Reactions to changes of contacts. */
export const reactions = attributeReactions
/** Pages of consent. */
export const pages = consentPages
/** Tasks of contacts. */
export const tasks = [optInMail]
/** The port by which other products find or make a contact. */
export const ports = [provide(contactsPort, contacts)]
