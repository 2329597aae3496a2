import {
  Columns2,
  Heading,
  Image,
  LayoutPanelTop,
  Link2,
  Minus,
  MousePointerClick,
  PanelBottom,
  ShoppingBag,
  Type,
  type LucideIcon,
} from 'lucide-react'

/** A kind of block: its icon and the MJML that it begins with. */
type BlockKind = { icon: LucideIcon; source: string }

function section(inner: string, options = 'css-class="card" background-color="#ffffff" padding="0 0 16px"'): string {
  return `<mj-section ${options}>
${inner}
    </mj-section>`
}

function column(inner: string): string {
  return `      <mj-column>
${inner}
      </mj-column>`
}

const product = column(`        <mj-image src="https://example.com/product.jpg" alt="Product" padding="16px 16px 8px" />
        <mj-text align="center" font-weight="700" padding="0 16px">Product</mj-text>
        <mj-text align="center" padding="0 16px 8px">€ 19.00</mj-text>
        <mj-button href="https://example.com/" align="center" padding="0 16px 16px">Buy</mj-button>`)

const colours = 'background-color="#0f766e" color="#ffffff" align="left"'

function button(words: string): string {
  return `        <mj-button href="https://example.com/" ${colours} padding="16px 32px">${words}</mj-button>`
}

function text(words: string, options = 'padding="8px 32px"'): string {
  return `        <mj-text ${options}>
          ${words}
        </mj-text>`
}

function image(name: string, padding: string): string {
  return `        <mj-image src="https://example.com/${name}.jpg" alt="Describe the image" padding="${padding}" />`
}

const title = 'font-size="30px" line-height="1.2" font-weight="700" padding="24px 32px 8px"'

const links = ['Instagram', 'YouTube', 'Website'].map((name) => `<a href="https://example.com/">${name}</a>`)

/** Kinds of blocks in the order of the menu. */
export const blockKinds = {
  hero: {
    icon: LayoutPanelTop,
    source: section(
      column(
        [
          image('hero', '0'),
          text('A headline in a few words', title),
          text('Hello {{ contact.firstName | default: "there" }}, one or two sentences that lead to the button.'),
          button('Read more'),
        ].join('\n'),
      ),
    ),
  },
  heading: {
    icon: Heading,
    source: section(
      column(text('A heading', 'font-size="22px" line-height="1.3" font-weight="700" padding="24px 32px 0"')),
    ),
  },
  text: {
    icon: Type,
    source: section(column(text('Write here. HTML and Liquid such as {{ contact.firstName }} work.'))),
  },
  image: { icon: Image, source: section(column(image('image', '16px 32px'))) },
  button: { icon: MousePointerClick, source: section(column(button('Press me'))) },
  columns: {
    icon: Columns2,
    source: section(
      ['Left', 'Right']
        .map((side) => column(`${text(side, 'font-weight="700" padding="16px 32px 0"')}\n${text('A few words.')}`))
        .join('\n'),
    ),
  },
  products: { icon: ShoppingBag, source: section([product, product, product].join('\n')) },
  divider: {
    icon: Minus,
    source: section(column(`        <mj-divider border-color="#dbe4e1" border-width="1px" padding="20px 32px" />`)),
  },
  social: {
    icon: Link2,
    source: section(column(text(links.join(' · '), 'align="center" padding="16px 32px"'))),
  },
  footer: {
    icon: PanelBottom,
    source: section(
      column(
        text(
          [
            'You get this mail because you subscribed to {{ account.name }}.<br />',
            '<a href="{{ unsubscribeUrl }}">Unsubscribe</a> · <a href="{{ preferencesUrl }}">Preferences</a> ·',
            '<a href="{{ viewUrl }}">View in a browser</a>',
          ].join('\n          '),
          'font-size="13px" line-height="1.6" color="#5d6b67" padding="12px 32px 32px"',
        ),
      ),
      'css-class="page foot" background-color="#f2f6f5" padding="12px 0 32px"',
    ),
  },
} as const satisfies Record<string, BlockKind>

/** Name of a kind of block. */
export type BlockKindName = keyof typeof blockKinds

/** Names of the kinds of blocks. */
export const blockKindNames = Object.keys(blockKinds).filter(isBlockKind)

function isBlockKind(name: string): name is BlockKindName {
  return name in blockKinds
}
