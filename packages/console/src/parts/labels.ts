/** `clientReference` as `Client reference`; ids and abbreviations keep their capitals. */
export function labelOf(name: string): string {
  const apart = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(id|url|ip|dvr|rtmp|hls|csv|api|gps)\b/g, (word) => word.toUpperCase())
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}
