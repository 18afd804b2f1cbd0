import { lazy, Suspense, useState, type ReactNode } from 'react'
import { TextButton } from '../controls/text-button.tsx'
import { useLanguage } from '../language/use-language.ts'
import type { CallParts } from '../management/call-parts.ts'

// With the button that proves an address: the page names each file, with its hash, and has 8,000 bytes.
const SourcesDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './sources-dialog.tsx')).SourcesDialog,
}))

/** P-DASH-34 */
export const SourcesButton = ({ children, ...parts }: CallParts & { readonly children: ReactNode }) => {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton opensDialog title={t('explain')} onClick={() => setOpen(true)}>
        {children}
      </TextButton>
      {isOpen && (
        <Suspense fallback={null}>
          <SourcesDialog {...parts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
