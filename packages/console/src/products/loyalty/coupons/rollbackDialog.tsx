import { operationOf, useDescription } from '#console/parts/description.ts'
import { OperationDialog } from '#console/parts/form/operationDialog.tsx'
import { CurrencyContext } from '#console/parts/currencyContext.ts'

type Props = { redemption: { id: string; discount: { currency: string } | null }; close(): void; done(): Promise<void> }

/** A dialog that takes a use of a coupon back, wholly or in part. */
export function RollbackDialog({ redemption: { id, discount }, close, done }: Props) {
  const operation = operationOf(useDescription(), 'loyalty.redemption.rollback')
  return (
    <CurrencyContext value={discount?.currency}>
      <OperationDialog operation={operation} fixed={{ redemptionId: id }} close={close} done={done} />
    </CurrencyContext>
  )
}
