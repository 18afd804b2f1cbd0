import { MAX_ADDRESS_LENGTH, normalDomain } from '@atalaia/contracts'
import { TextField } from '@atalaia/ui'
import { useId, useState } from 'react'
import { useAddressesWords } from './addresses-words.ts'

type DomainFieldProps = {
  /** At the start. */
  readonly domain: string
  /** Domains that are offered. */
  readonly offered: readonly string[]
  /** Called with the domain that the text is; '' where it is none. */
  readonly onChange: (domain: string) => void
}

/** The domain that the list is narrowed to: one that is offered, or any other (P-LIST-15). A text that is none is told once it is left. */
export const DomainField = ({ domain, offered, onChange }: DomainFieldProps) => {
  const { t } = useAddressesWords()
  const id = useId()
  const [typed, setTyped] = useState(domain)
  const [isLeft, setLeft] = useState(false)
  const isInvalid = typed !== '' && domainIn(typed) === undefined
  return (
    <>
      <TextField
        label={t('domain')}
        placeholder={t('domain.any')}
        type="search"
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_ADDRESS_LENGTH}
        value={typed}
        {...(isLeft && isInvalid && { error: t('domain.invalid') })}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => {
          setTyped(target.value)
          setLeft(false)
          const found = domainIn(target.value) ?? ''
          if (found !== (domainIn(typed) ?? '')) onChange(found)
        }}
      />
      <datalist id={id}>
        {offered.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </>
  )
}

/** The domain that a text is, also behind the sign of an address. */
const domainIn = (text: string) => normalDomain(text.trim().replace(/^@/, ''))
