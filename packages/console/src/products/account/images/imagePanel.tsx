import type { PanelProps } from '#console/parts/descriptor.ts'
import { imageSource } from '#console/parts/ownAddress.ts'
import './images.css'

/** The image itself above its fields. */
export function Panel({ record: { url, name, width, height } }: PanelProps) {
  return (
    <img
      className="image-large"
      src={imageSource(String(url))}
      alt={String(name ?? '')}
      width={Number(width)}
      height={Number(height)}
    />
  )
}
