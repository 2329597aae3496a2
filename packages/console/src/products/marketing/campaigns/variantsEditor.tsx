import { ActionIcon, Button, Group, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { CampaignField } from './campaignField.tsx'
import { TemplateSelect } from './templateSelect.tsx'
import type { CampaignDraft } from './useCampaign.ts'

type Variant = Record<string, unknown> & { name: string; weight: number | null }

const variantsMax = 5
const letters = ['A', 'B', 'C', 'D', 'E']

/** Two to five variants of the mail that a part of the audience gets first; the better one goes to the rest. */
export function VariantsEditor({ draft, isTemplate }: { draft: CampaignDraft; isTemplate: boolean }) {
  const { values, change, errors } = draft
  // cast: the field holds a list of variants.
  const variants = (values['variants'] ?? []) as Variant[]
  const isOn = variants.length > 0
  const put = (next: Variant[]) => change({ variants: next })
  const toggle = (isWanted: boolean) =>
    change(
      isWanted
        ? {
            variants: letters.slice(0, 2).map((name) => ({ name, weight: 1 })),
            abTest: { samplePercent: 20, metric: 'opens', decideAfter: 'PT4H' },
          }
        : { variants: [], abTest: null },
    )
  const names = new Set(variants.map(({ name }) => name))
  const nextName = letters.find((each) => !names.has(each)) ?? ''
  return (
    <section className="surface section" data-path="/variants">
      <Switch
        label={t('campaign.variants')}
        description={t('campaign.variants.text')}
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {errors['/variants'] === undefined ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errors['/variants']}
        </Text>
      )}
      {isOn ? (
        <>
          <Title order={2}>{labelOf('variants')}</Title>
          <ol className="campaign-variants">
            {variants.map((variant, index) => (
              <VariantRow
                key={index}
                {...{ draft, variant, index, isTemplate }}
                change={(part) =>
                  put(variants.map((each, at) => (at === index ? without({ ...each, ...part }) : each)))
                }
                remove={variants.length > 2 ? () => put(variants.filter((_, at) => at !== index)) : undefined}
              />
            ))}
          </ol>
          {variants.length < variantsMax ? (
            <Button
              variant="default"
              size="xs"
              style={{ justifySelf: 'start' }}
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => put([...variants, { name: nextName, weight: 1 }])}
            >
              {t('campaign.variant.add')}
            </Button>
          ) : null}
          <CampaignField draft={draft} name="abTest" />
        </>
      ) : null}
    </section>
  )
}

/** A variant without the parts that it shares with the campaign. */
function without(variant: Variant): Variant {
  const kept = Object.entries(variant).filter(([, value]) => value !== null && value !== '')
  return { ...Object.fromEntries(kept), name: variant.name, weight: variant.weight }
}

type RowProps = {
  draft: CampaignDraft
  variant: Variant
  index: number
  isTemplate: boolean
  change(part: Record<string, unknown>): void
  remove: (() => void) | undefined
}

function VariantRow({ draft: { values, errors }, variant, index, isTemplate, change, remove }: RowProps) {
  const path = `/variants/${index}`
  const { channel } = values
  const line = (name: 'name' | 'subject' | 'preheader') => (
    <div data-path={`${path}/${name}`}>
      <TextInput
        label={labelOf(name)}
        placeholder={name === 'name' ? undefined : String(values[name] ?? '')}
        error={errors[`${path}/${name}`]}
        value={String(variant[name] ?? '')}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  )
  return (
    <li>
      <fieldset className="campaign-variant">
        <legend>{t('campaign.variant', { name: variant.name })}</legend>
        <div className="form-grid">
          <Group align="end" gap="sm" wrap="nowrap">
            {line('name')}
            <NumberField
              label={labelOf('weight')}
              w="7rem"
              min={1}
              max={1000}
              error={errors[`${path}/weight`]}
              value={variant.weight}
              onChange={(weight) => change({ weight })}
            />
          </Group>
          {isTemplate ? (
            <TemplateSelect
              label={labelOf('templateId')}
              channel={String(channel)}
              error={errors[`${path}/templateId`]}
              value={typeof variant['templateId'] === 'string' ? variant['templateId'] : null}
              change={(templateId) => change({ templateId })}
            />
          ) : channel === 'email' ? (
            <>
              {line('subject')}
              {line('preheader')}
            </>
          ) : null}
          {isTemplate ? null : (
            <Textarea
              label={labelOf('body')}
              description={t('campaign.variant.body')}
              autosize
              minRows={2}
              maxRows={14}
              error={errors[`${path}/body`]}
              value={String(variant['body'] ?? '')}
              onChange={(event) => change({ body: event.currentTarget.value })}
            />
          )}
        </div>
        {remove === undefined ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            className="campaign-remove"
            aria-label={t('campaign.variant.remove', { name: variant.name })}
            onClick={remove}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        )}
      </fieldset>
    </li>
  )
}
