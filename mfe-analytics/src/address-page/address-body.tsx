import type { HttpClient } from '@atalaia/contracts'
import type { LeakCase } from '@atalaia/contracts/cases'
import { Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useContext, useState } from 'react'
import { NoticeContext, type AddressPart } from '../links/address-link.tsx'
import { AddressContent } from '../address/address-content.tsx'
import { AddressFailure } from '../address/address-failure.tsx'
import { useAddressWords } from '../address/address-words.ts'
import type { AddressPageState } from './use-address-page.ts'
import '../address/address.css'

const CaseMark = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ '../cases/case-mark.tsx')).CaseMark,
}))
const CasePart = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ '../cases/case-part.tsx')).CasePart,
}))

type AddressBodyProps = {
  readonly page: AddressPageState
  readonly http: HttpClient
  /** Encoded for paths of the API. */
  readonly id: string
  /** The number whose rows are open from the start. */
  readonly explained: AddressPart | undefined
  readonly linked: string | undefined
  readonly onBack: (() => void) | undefined
  readonly onChanged: (changed: LeakCase) => void
}

export const AddressBody = ({ page, http, id, explained, linked, onBack, onChanged }: AddressBodyProps) => {
  const { exposure, failure, reload, mark, cases } = page
  const renderNotice = useContext(NoticeContext)
  const [led, setLed] = useState<{ readonly source: string; readonly times: number }>()
  const timesLedTo = (source: string) =>
    led === undefined ? Number(source === linked) : Number(source === led.source) * led.times
  if (!exposure) return failure ? <AddressFailure failure={failure} onRetry={reload} onBack={onBack} /> : <Loading />
  const { isShown, cases: known, failed, changed } = cases
  const onCaseChanged = (one: LeakCase) => {
    changed(one)
    onChanged(one)
    // Its steps may make those of the whole address.
    reload()
  }
  const { email, fontes } = exposure
  return (
    <AddressContent
      exposure={exposure}
      http={http}
      id={id}
      explained={explained}
      tools={
        known?.pode_mudar === true && fontes.length > 0 && renderNotice(fontes.map(({ fonte }) => ({ email, fonte })))
      }
      cases={
        isShown
          ? {
              failed,
              decisions: known?.decisoes,
              onOpenCase: (source) => setLed((last) => ({ source, times: (last?.times ?? 1) + 1 })),
              renderMark: (sources) =>
                known &&
                !failed && (
                  <Suspense fallback={null}>
                    <CaseMark cases={known} sources={sources} />
                  </Suspense>
                ),
              renderCase: (source) => (
                <Suspense fallback={<LoadingCase />}>
                  {known ? (
                    <CasePart
                      http={http}
                      id={id}
                      onChanged={onCaseChanged}
                      address={exposure.email}
                      found={source}
                      cases={known}
                      led={timesLedTo(source.fonte)}
                    />
                  ) : (
                    <LoadingCase />
                  )}
                </Suspense>
              ),
            }
          : undefined
      }
      onMark={isShown && known?.pode_mudar !== false ? mark : undefined}
    />
  )
}

const LoadingCase = () => <Skeleton height={32} lines={1} />

const Loading = () => {
  const { t } = useAddressWords()
  return (
    <div role="status" aria-label={t('loading')} className="analytics-address__loading">
      <Skeleton height={56} lines={2} />
      <Skeleton height={24} lines={6} />
    </div>
  )
}
