import { Modal, type ModalProps } from '@mantine/core'
import { ReturnFocus } from './returnFocus.tsx'

/** A dialog that is open as long as it is mounted. The focus returns to the element that opened it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  return (
    <>
      <ReturnFocus />
      <Modal centered {...props} opened returnFocus={false} />
    </>
  )
}
