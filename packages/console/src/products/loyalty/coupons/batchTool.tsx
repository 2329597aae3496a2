import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Tickets } from 'lucide-react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { t } from '#console/texts/texts.ts'

/** Leads from the coupons to the form of many codes with the same terms. */
export function ListTool() {
  const { id: accountId } = useAccount()
  const hasScope = useScope()
  if (!hasScope('loyalty.coupon:write')) return null
  return (
    <Button
      variant="default"
      component={Link}
      to={`/${accountId}/loyalty/couponBatch/new`}
      leftSection={<Tickets size={16} aria-hidden />}
    >
      {t('loyalty.coupon.codes')}
    </Button>
  )
}
