/** Texts of the marketing screens. */
export const marketingEnglish = {
  'marketing.contact.who': 'Who it is',
  'marketing.contact.mail': 'Mail',
  'marketing.contact.own': 'Your own data',
  'marketing.contact.empty':
    'People that you write to: customers, fans, guests. Tickets, votes and payments find them too.',
  'marketing.segment.empty': 'Contacts with something in common. Campaigns, automations and offers go to segments.',
  'marketing.topic.empty': 'Kinds of mail that contacts choose and leave one by one, such as news or events.',
  'topic.subscribers': 'Subscribers',
  'topic.subscribed': 'Contacts who get its mail',
  'topic.contacts': 'See the contacts',
  'topic.hidden': 'Contacts do not see the topic in their preferences: they leave it by unsubscribing.',
} as const
