import { domainsSchema, type DomainFacts, type Domains } from '@atalaia/contracts/domains'
import { Alert, Button, Card, EmptyState, PageHeader, Skeleton, TextField, useLoaded } from '@atalaia/ui'
import { useMemo, useRef, useState, type FormEvent } from 'react'
import remote from '../../remote.json' with { type: 'json' }
import { FailurePanel } from '../management/failure-panel.tsx'
import { SectionLinks } from '../sections/section-links.tsx'
import { useAction } from '../management/use-action.ts'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { useMay } from '../management/use-may.ts'
import { createDomainCalls, type DomainCalls } from './domain-calls.ts'
import { DomainItem } from './domain-item.tsx'
import { useDomainsWords } from './domains-words.ts'
import '../management/management.css'

const title = remote.routes.find(({ id }) => id === 'domains')?.title ?? ''
const trail = ['Dashboard', 'Analises', title]

const withDomain = ({ dominios, ...rest }: Domains, domain: DomainFacts): Domains => ({
  ...rest,
  dominios: [...dominios.filter(({ dominio }) => dominio !== domain.dominio), domain].toSorted((one, other) =>
    one.dominio < other.dominio ? -1 : 1,
  ),
})
const without = ({ dominios, ...rest }: Domains, name: string): Domains => ({
  ...rest,
  dominios: dominios.filter(({ dominio }) => dominio !== name),
})

/** P-DOMAIN-1 */
export const DomainsScreen = ({ http, logger }: CallParts) => {
  const { t } = useDomainsWords()
  const calls = useMemo(() => createDomainCalls(http), [http])
  const { value, failure, reload, change } = useLoaded(
    '/dominios',
    (signal) => http.get('/dominios', domainsSchema, { signal }),
    {
      onFailure: logLoad(logger, '/dominios'),
    },
  )
  const mayWrite = useMay('domains:write')
  const [news, setNews] = useState<string>()
  return (
    <div className="analytics-page">
      <PageHeader title={title} trail={trail} />
      <SectionLinks />
      {!value && !failure && (
        <Card>
          <div role="status" aria-label={t('loading')}>
            <Skeleton height={36} lines={6} />
          </div>
        </Card>
      )}
      {!value && failure && (
        <Card>
          <FailurePanel failure={failure} onRetry={reload} />
        </Card>
      )}
      {value && (
        <>
          {news !== undefined && (
            <Alert kind="success" onDismiss={() => setNews(undefined)}>
              {news}
            </Alert>
          )}
          <Card title={t('add.title')}>
            <p>{t('lead')}</p>
            <p className="analytics-page__note">{t(value.posse_verificada ? 'checked' : 'unchecked')}</p>
            {mayWrite ? (
              <AddDomain
                calls={calls}
                onAdded={(domain) => {
                  change((last) => withDomain(last, domain))
                  setNews(t('added', { domain: domain.dominio }))
                }}
              />
            ) : (
              <p className="analytics-page__note">{t('readOnly')}</p>
            )}
          </Card>
          <Card title={t('list')}>
            {value.dominios.length === 0 ? (
              <EmptyState icon="globe" title={t('empty.title')}>
                <p>{t('empty.text')}</p>
              </EmptyState>
            ) : (
              <ul className="analytics-items">
                {value.dominios.map((domain) => (
                  <DomainItem
                    key={domain.dominio}
                    domain={domain}
                    calls={calls}
                    mayWrite={mayWrite}
                    onChanged={(changed) => change((last) => withDomain(last, changed))}
                    onReload={reload}
                    onRemoved={(name) => {
                      change((last) => without(last, name))
                      setNews(t('removed', { domain: name }))
                    }}
                  />
                ))}
              </ul>
            )}
          </Card>
        </>
      )}
    </div>
  )
}

type AddDomainProps = { readonly calls: DomainCalls; readonly onAdded: (domain: DomainFacts) => void }

const AddDomain = ({ calls, onAdded }: AddDomainProps) => {
  const { t } = useDomainsWords()
  const { isBusy, problem, run, fail } = useAction()
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') {
      setEmpty(true)
      field.current?.focus()
      return
    }
    const added = await run(() => calls.add(text.trim()))
    if (!added) return field.current?.focus()
    setText('')
    onAdded(added)
  }
  return (
    <form className="analytics-form-row" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label={t('add.field')}
        hint={t('add.hint')}
        error={isEmpty ? t('add.empty') : problem}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={300}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setEmpty(false)
          fail(undefined)
        }}
      />
      <Button type="submit" variant="primary" icon="plus" busy={isBusy}>
        {t('add.send')}
      </Button>
    </form>
  )
}
