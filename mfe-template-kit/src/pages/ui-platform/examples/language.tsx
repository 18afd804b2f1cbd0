import {
  formatNumber,
  Pagination,
  portugueseUi,
  UiLanguageContext,
  type UiLanguage,
  type UiTextName,
  type UiTextValues,
} from '@atalaia/ui'
import { useState } from 'react'

export const title = 'As partes em outra língua'
export const wide = true

const english: Partial<Record<UiTextName, string>> = { previous: 'Previous', next: 'Next' }

const mostlyEnglish: UiLanguage = {
  number: (value) => formatNumber(value).replaceAll('.', ','),
  text: (name: UiTextName, values: UiTextValues) => english[name] ?? portugueseUi.text(name, values),
}

export const Example = () => {
  const [page, setPage] = useState(1)
  return (
    <>
      <Pagination label="Páginas, em português" page={page} pages={4} onPage={setPage} />
      <UiLanguageContext value={mostlyEnglish}>
        <Pagination label="Páginas, em inglês" page={page} pages={4} onPage={setPage} />
      </UiLanguageContext>
    </>
  )
}
