import { encodings, type Encoding } from '../registry/storage/stored-file.ts'

/** The encodings of ours that an `Accept-Encoding` header allows, best first (RFC 9110, section 12.5.3). */
export const acceptedEncodings = (header: string | undefined): Encoding[] => {
  const offers = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  return encodings.filter((encoding) => offers.get(encoding) ?? offers.get('*') ?? false)
}
