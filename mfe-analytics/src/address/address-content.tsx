import type { Exposure } from '@atalaia/contracts'
import { useContext, useRef } from 'react'
import { SourcesContext, type AddressPart } from '../links/address-link.tsx'
import { useAddressWords } from './address-words.ts'
import { Checklist } from './checklist.tsx'
import { Numbers, type NumbersProps } from './numbers.tsx'
import { SeverityPart } from './severity-part.tsx'
import { Sources, type SourceCases } from './sources.tsx'
import { Timeline } from './timeline.tsx'

export type AddressContentProps = {
  readonly exposure: Exposure
  /** The number whose rows are open from the start. */
  readonly explained: AddressPart | undefined
  /** `undefined`: they are not to be seen. */
  readonly cases: (SourceCases & Pick<NumbersProps, 'renderMark'>) | undefined
  /** Without it the steps are for reading alone. */
  readonly onMark: ((step: string, done: boolean) => Promise<boolean>) | undefined
}

/** All that is known of an address, after the day of the last import and the number of sources (P-ADDRESS-10). */
export const AddressContent = ({ exposure, explained, cases, onMark }: AddressContentProps) => {
  const { t, date } = useAddressWords()
  const explain = useContext(SourcesContext)
  const { adicionado_em: added, cobertura, passos, fontes } = exposure
  const { fontes: sources, atualizado_em: updated } = cobertura
  const passwords = useRef<HTMLDetailsElement>(null)
  const explainPasswords = () => {
    const details = passwords.current
    if (!details) return
    details.open = true
    details.querySelector('summary')?.focus({ preventScroll: true })
    details.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <div className="analytics-address__coverage">
        {updated ? explain(t('updated', { day: date(updated), sources })) : t('updated.never', { sources })}{' '}
        {t('since', { day: date(added) })}
      </div>
      <Numbers exposure={exposure} explained={explained} renderMark={cases?.renderMark} passwordsRef={passwords} />
      <SeverityPart exposure={exposure} />
      <Checklist steps={passos} onMark={onMark} />
      <Sources sources={fontes} cases={cases} onExplain={explainPasswords} />
      <Timeline exposure={exposure} />
    </>
  )
}
