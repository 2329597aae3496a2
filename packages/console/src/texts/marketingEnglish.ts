/** Texts of the marketing screens. */
export const marketingEnglish = {
  'marketing.contact.who': 'Who it is',
  'marketing.contact.mail': 'Mail',
  'marketing.contact.own': 'Your own data',
  'marketing.contact.empty':
    'People that you write to: customers, fans, guests. Tickets, votes and payments find them too.',
  'marketing.segment.empty': 'Contacts with something in common. Campaigns, automations and offers go to segments.',
  'marketing.topic.empty': 'Kinds of mail that contacts choose and leave one by one, such as news or events.',
} as const
