import { OneLine } from '@atalaia/ui'
import { NewMark } from '../controls/new-mark.tsx'
import { AddressLink } from './address-link.tsx'

type MarkedAddressProps = {
  readonly id: string
  readonly email: string
  readonly source?: string
  readonly isNew: boolean | undefined
}

export const MarkedAddress = ({ id, email, source, isNew }: MarkedAddressProps) => {
  const link = (
    <AddressLink id={id} {...(source !== undefined && { source })}>
      <OneLine text={email} />
    </AddressLink>
  )
  if (isNew !== true) return link
  return (
    <span className="analytics-with-mark">
      {link}
      <NewMark />
    </span>
  )
}
