import { MAX_ADDRESS_LENGTH, normalDomain } from '@atalaia/contracts'
import { TextField } from '@atalaia/ui'
import { useId, useState } from 'react'
import { useAddressesWords } from './addresses-words.ts'

type DomainFieldProps = {
  readonly domain: string
  readonly offered: readonly string[]
  readonly onChange: (domain: string) => void
}

/**
 * Offers domains and accepts any other (P-LIST-15). Reports an invalid text after the person leaves
 * the field.
 */
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

/** Also finds the domain of an address. */
const domainIn = (text: string) => normalDomain(text.trim().replace(/^@/, ''))
