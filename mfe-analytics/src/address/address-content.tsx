import type { Exposure } from '@atalaia/contracts'
import type { AddressPart } from '../links/address-link.tsx'
import { date, t } from './address-words.ts'
import { Checklist } from './checklist.tsx'
import { Numbers } from './numbers.tsx'
import { SeverityPart } from './severity-part.tsx'
import { Sources } from './sources.tsx'
import { Timeline } from './timeline.tsx'

export type AddressContentProps = {
  readonly exposure: Exposure
  /** The number whose rows are open from the start. */
  readonly explained: AddressPart | undefined
  readonly onMark: (step: string, done: boolean) => Promise<boolean>
}

export const AddressContent = ({ exposure, explained, onMark }: AddressContentProps) => {
  const { adicionado_em: added, cobertura, passos, fontes } = exposure
  const { fontes: sources, atualizado_em: updated } = cobertura
  return (
    <>
      <p className="analytics-address__coverage">
        {updated ? t('updated', { day: date(updated), sources }) : t('updated.never', { sources })}{' '}
        {t('since', { day: date(added) })}
      </p>
      <Numbers exposure={exposure} explained={explained} />
      <SeverityPart exposure={exposure} />
      <Checklist steps={passos} onMark={onMark} />
      <Sources sources={fontes} />
      <Timeline exposure={exposure} />
    </>
  )
}
