import { button, card, columns, divider, figure, framed, kicker, part, quiet, text, title } from './starterFrame.ts'
import type { Variable } from './templateVariables.ts'

/** A template to begin with. */
export type Starter = {
  key: string
  name: string
  description: string
  format: 'mjml' | 'markdown'
  subject: string
  preheader: string
  body: string
  variables: Variable[]
}

const name = '{{ contact.firstName | default: "there" }}'
const greeting = text(`Hello ${name},`)

const words = (key: string, defaultValue: string): Variable => ({ name: key, type: 'text', defaultValue })
const address = (key: string): Variable => ({ name: key, type: 'url', defaultValue: 'https://example.com/' })

/** Ten templates to begin with. Each renders as it is, and each text that is likely to change is a variable. */
export const starters: readonly Starter[] = [
  {
    key: 'welcome',
    name: 'Welcome',
    description: 'The first mail after someone subscribed.',
    format: 'mjml',
    subject: `Welcome, ${name}`,
    preheader: 'Good to have you. Here is how to begin.',
    body: framed([
      card(
        [
          kicker('WELCOME'),
          title(`Good to have you, ${name}`),
          text('Thank you for joining us. Three things are worth a minute now:'),
          part('1. Look around'),
          text('See what is on, and mark what you like.'),
          part('2. Choose your topics'),
          text('You decide which mails you get: <a href="{{ preferencesUrl }}">your preferences</a>.'),
          part('3. Say hello'),
          text('Answer this mail if you have a question. A person reads it.'),
          button('Begin', '{{ buttonUrl }}'),
        ].join('\n'),
      ),
    ]),
    variables: [address('buttonUrl')],
  },
  {
    key: 'newsletter',
    name: 'Newsletter',
    description: 'A lead story and two shorter ones.',
    format: 'mjml',
    subject: '{{ headline }}',
    preheader: '{{ summary }}',
    body: framed([
      card(
        [
          kicker('{{ issue }}'),
          title('{{ headline }}'),
          text('{{ summary }}'),
          button('Read on', '{{ buttonUrl }}'),
          divider,
        ].join('\n'),
      ),
      columns([
        [part('{{ secondTitle }}'), text('{{ secondText }}')].join('\n'),
        [part('{{ thirdTitle }}'), text('{{ thirdText }}')].join('\n'),
      ]),
    ]),
    variables: [
      words('issue', 'THIS WEEK'),
      words('headline', 'Five things we learned this week'),
      words('summary', 'What worked, what did not, and what comes next.'),
      words('secondTitle', 'Behind the scenes'),
      words('secondText', 'How the last show came together in four days.'),
      words('thirdTitle', 'Worth your time'),
      words('thirdText', 'A talk, a book and a song that we keep coming back to.'),
      address('buttonUrl'),
    ],
  },
  {
    key: 'announcement',
    name: 'Announcement',
    description: 'One piece of news, and one button.',
    format: 'mjml',
    subject: '{{ headline }}',
    preheader: '{{ summary }}',
    body: framed([
      card(
        [
          kicker('NEW'),
          title('{{ headline }}'),
          greeting,
          text('{{ summary }}'),
          button('See it', '{{ buttonUrl }}'),
        ].join('\n'),
      ),
    ]),
    variables: [
      words('headline', 'Something new is here'),
      words('summary', 'We worked on it for months, and today you can use it.'),
      address('buttonUrl'),
    ],
  },
  {
    key: 'liveNow',
    name: 'Live now',
    description: 'Calls the audience to a live stream.',
    format: 'mjml',
    subject: 'Live: {{ streamTitle }}',
    preheader: 'It begins right now.',
    body: framed([
      card(
        [
          kicker('LIVE NOW'),
          title('{{ streamTitle }}'),
          text(`${name}, we have just gone live. Come in, the chat is open.`),
          button('Watch', '{{ streamUrl }}'),
          quiet('No time now? The replay stands at the same address.'),
        ].join('\n'),
      ),
    ]),
    variables: [words('streamTitle', 'An evening at the workbench'), address('streamUrl')],
  },
  {
    key: 'invitation',
    name: 'Invitation',
    description: 'An event with time and place.',
    format: 'mjml',
    subject: 'You are invited: {{ eventName }}',
    preheader: '{{ eventTime }}, {{ eventPlace }}',
    body: framed([
      card(
        [
          kicker('INVITATION'),
          title('{{ eventName }}'),
          greeting,
          text('We would like to have you there. Doors open half an hour before.'),
        ].join('\n'),
      ),
      columns([
        [part('When'), text('{{ eventTime }}')].join('\n'),
        [part('Where'), text('{{ eventPlace }}')].join('\n'),
      ]),
      card(
        [button('Take a seat', '{{ buttonUrl }}'), quiet('Seats are few: the list closes when it is full.')].join('\n'),
      ),
    ]),
    variables: [
      words('eventName', 'Summer party'),
      words('eventTime', 'Friday, 7 pm'),
      words('eventPlace', 'Mill Lane 4'),
      address('buttonUrl'),
    ],
  },
  {
    key: 'offer',
    name: 'Offer with a code',
    description: 'A discount with a code that stands out.',
    format: 'mjml',
    subject: '{{ discount }} for you, {{ contact.firstName | default: "friend" }}',
    preheader: 'Valid until {{ validUntil }}.',
    body: framed([
      card(
        [
          kicker('FOR SUBSCRIBERS'),
          title('{{ discount }} on everything'),
          text('Enter this code at the end of your order:'),
          figure('{{ code }}'),
          quiet('Valid until {{ validUntil }}. One use for each person.'),
          button('To the shop', '{{ buttonUrl }}'),
        ].join('\n'),
      ),
    ]),
    variables: [
      words('discount', '15 % off'),
      words('code', 'HELLO15'),
      words('validUntil', 'the end of the month'),
      address('buttonUrl'),
    ],
  },
  {
    key: 'thankYou',
    name: 'Thank you',
    description: 'After an order, a donation or a visit.',
    format: 'mjml',
    subject: `Thank you, ${name}`,
    preheader: 'It means a lot to us.',
    body: framed([
      card(
        [
          title('Thank you'),
          greeting,
          text('{{ message }}'),
          text('If something is not as it should be, answer this mail and we will put it right.'),
          divider,
          part('What comes next'),
          text('{{ nextStep }}'),
        ].join('\n'),
      ),
    ]),
    variables: [
      words('message', 'Your support keeps this going.'),
      words('nextStep', 'We write to you as soon as there is something to see.'),
    ],
  },
  {
    key: 'feedback',
    name: 'Request for feedback',
    description: 'One question, answered with one press.',
    format: 'mjml',
    subject: 'How was it, {{ contact.firstName | default: "in short" }}?',
    preheader: 'One press is enough.',
    body: framed([
      card(
        [kicker('ONE QUESTION'), title('{{ question }}'), text('One press is enough; a few words help us more.')].join(
          '\n',
        ),
      ),
      columns([
        button('It was great', '{{ answerUrl }}?answer=great'),
        button('It was fine', '{{ answerUrl }}?answer=fine'),
        button('Not for me', '{{ answerUrl }}?answer=poor'),
      ]),
    ]),
    variables: [words('question', 'How did you like the last show?'), address('answerUrl')],
  },
  {
    key: 'winBack',
    name: 'We miss you',
    description: 'For people who have not been there for a while.',
    format: 'mjml',
    subject: 'It has been a while, {{ contact.firstName | default: "friend" }}',
    preheader: 'Here is what you missed.',
    body: framed([
      card(
        [
          title('It has been a while'),
          greeting,
          text('{{ news }}'),
          button('Come back', '{{ buttonUrl }}'),
          divider,
          quiet('Too many mails? <a href="{{ preferencesUrl }}">Choose fewer</a>, or leave with one press below.'),
        ].join('\n'),
      ),
    ]),
    variables: [
      words('news', 'Since your last visit there are twelve new shows and a new studio.'),
      address('buttonUrl'),
    ],
  },
  {
    key: 'letter',
    name: 'Personal letter',
    description: 'Plain words without decoration, as from one person to another.',
    format: 'markdown',
    subject: '{{ headline }}',
    preheader: '',
    body: `Hello ${name},

{{ message }}

Answer this mail if you like. I read every one.

{{ signature }}

---

[Unsubscribe]({{ unsubscribeUrl }}) · [Preferences]({{ preferencesUrl }})
`,
    variables: [
      words('headline', 'A short note'),
      words('message', 'I wanted to let you know how things are going.'),
      words('signature', 'Yours, the team'),
    ],
  },
]
