import { Card, IconButton } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { AddressBody } from '../address-page/address-body.tsx'
import { useAddressWords } from '../address/address-words.ts'
import { useAddressPage } from '../address-page/use-address-page.ts'
import type { ViewProps } from './view-props.ts'
import type { OpenAddress } from '../state/view-store.ts'

type AddressViewProps = ViewProps & {
  readonly address: OpenAddress
  readonly onBack: (() => void) | undefined
}

export const AddressView = ({ http, logger, rights, address, onBack, onCaseChanged }: AddressViewProps) => {
  const { t } = useAddressWords()
  const id = encodeURIComponent(address.id)
  const page = useAddressPage({ id, http, logger }, { hasCases: rights.views.includes('cases:read') })
  const section = useRef<HTMLElement>(null)
  const isPersons = onBack !== undefined
  useEffect(() => {
    // What had the focus is covered now.
    if (isPersons) section.current?.focus()
  }, [isPersons])
  const email = page.exposure?.email
  return (
    <Card>
      <section ref={section} tabIndex={-1} aria-label={email ?? t('title')} aria-busy={!page.exposure && !page.failure}>
        <header className="atalaia__view-head">
          <div>
            <p className="analytics-address__over">{t('title')}</p>
            <h2 className="analytics-address__title">{email ?? t('title')}</h2>
          </div>
          {onBack && <IconButton icon="x" label={t('close')} onClick={onBack} />}
        </header>
        <AddressBody
          page={page}
          http={http}
          id={id}
          explained={address.explained}
          linked={address.source}
          onBack={onBack}
          onChanged={({ fonte, estado }) => {
            if (email !== undefined) onCaseChanged({ address: email, source: fonte, state: estado })
          }}
        />
      </section>
    </Card>
  )
}
