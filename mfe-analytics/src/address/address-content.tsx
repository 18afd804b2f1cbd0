import type { Exposure, HttpClient } from '@atalaia/contracts'
import { useContext, type ReactNode } from 'react'
import { SourcesContext, type AddressPart } from '../links/address-link.tsx'
import { useAddressWords } from './address-words.ts'
import { Checklist } from './checklist.tsx'
import { Numbers, type NumbersProps } from './numbers.tsx'
import { SeverityPart } from './severity-part.tsx'
import { Sources, type SourceCases } from './sources.tsx'
import { Timeline, type TimelineProps } from './timeline.tsx'

export type AddressContentProps = {
  readonly exposure: Exposure
  readonly http: HttpClient
  readonly id: string
  readonly explained: AddressPart | undefined
  /** `undefined`: not visible. */
  readonly cases:
    | (SourceCases & Pick<NumbersProps, 'renderMark'> & Pick<TimelineProps, 'decisions' | 'onOpenCase'>)
    | undefined
  /** Below the coverage. */
  readonly tools?: ReactNode
  readonly onMark: ((step: string, done: boolean) => Promise<boolean>) | undefined
}

/** P-ADDRESS-10 */
export const AddressContent = ({ exposure, http, id, explained, cases, tools, onMark }: AddressContentProps) => {
  const { t, date } = useAddressWords()
  const explain = useContext(SourcesContext)
  const { adicionado_em: added, cobertura, passos, fontes } = exposure
  const { fontes: sources, atualizado_em: updated } = cobertura
  return (
    <>
      <div className="analytics-address__coverage">
        {updated ? explain(t('updated', { day: date(updated), sources })) : t('updated.never', { sources })}{' '}
        {t('since', { day: date(added) })}
      </div>
      {tools}
      <Numbers exposure={exposure} http={http} id={id} explained={explained} renderMark={cases?.renderMark} />
      <SeverityPart exposure={exposure} />
      <Checklist steps={passos} onMark={onMark} />
      <Sources sources={fontes} http={http} id={id} cases={cases} />
      <Timeline exposure={exposure} decisions={cases?.decisions} onOpenCase={cases?.onOpenCase} />
    </>
  )
}
