import { Stack, Text, Title } from '@mantine/core'
import { t } from '#console/texts/texts.ts'
import { TryBasket } from './tryBasket.tsx'

/** A basket that meets all running promotions, and coupons by their codes. */
export function Page() {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t('loyalty.basket')}</Title>
        <Text c="dimmed">{t('basket.text')}</Text>
      </div>
      <TryBasket currency="EUR" />
    </Stack>
  )
}
