// Controls
export { Button, type ButtonProps } from './controls/button.tsx'
export { IconButton, type IconButtonProps } from './controls/icon-button.tsx'
export { Menu, type MenuChoices, type MenuItem, type MenuProps } from './controls/menu.tsx'
export { TextField, type TextFieldProps } from './controls/text-field.tsx'
export { ChartViewButton, type ChartView } from './controls/chart-view-button.tsx'

// Tables
export {
  DataTable,
  type CellAttributes,
  type DataTableProps,
  type TableColumn,
  type TableSort,
} from './tables/data-table.tsx'
export { ScrollBox, type ScrollBoxProps } from './tables/scroll-box.tsx'
export { SortHeader, type SortHeaderProps } from './tables/sort-header.tsx'

// Feedback
export { Alert, type AlertProps } from './feedback/alert.tsx'
export type { AlertKind } from './feedback/kind-icons.ts'
export { Dialog, type DialogProps } from './feedback/dialog.tsx'
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx'
export { ErrorState, type ErrorStateProps } from './feedback/error-state.tsx'
export { Skeleton, type SkeletonProps } from './feedback/skeleton.tsx'
export { ToastClose, ToastIcon } from './feedback/toast-parts.tsx'

// Loading
export type { Answer } from './loading/answer.ts'
export { useAction, type Action } from './loading/use-action.ts'
export { useLoaded, type Load, type Loaded, type LoadOptions } from './loading/use-loaded.ts'

// Layout
export { BarRow, type BarRowProps } from './layout/bar-row.tsx'
export { Card, type CardProps } from './layout/card.tsx'
export { OneLine } from './layout/one-line.tsx'
export { PageHeader, type PageHeaderProps } from './layout/page-header.tsx'
export { Pagination, type PaginationProps } from './layout/pagination.tsx'
export { Person, type PersonProps } from './layout/person.tsx'
export { VisuallyHidden } from './layout/visually-hidden.tsx'

// Widgets
export { Widget, type WidgetProps } from './widgets/widget.tsx'
export { WidgetBoard, type WidgetBoardProps } from './widgets/widget-board.tsx'
export type { WidgetStatus } from './widgets/widget-controls.tsx'

// Icons
export { BrandMark } from './icons/brand-mark.tsx'
export { Icon, isIconName, type IconName } from './icons/icon.tsx'
export { iconNames } from './icons/icon-names.ts'

// Formats
export { dayOf, formatDate } from './format/format-date.ts'
export { formatNumber, UNKNOWN } from './format/format-number.ts'
export { formatRelativeDay } from './format/format-relative-day.ts'
export { monthName } from './format/month-name.ts'
export { lazily } from './format/lazily.ts'

// Language
export {
  portugueseUi,
  UiLanguageContext,
  type UiLanguage,
  type UiTextName,
  type UiTextValues,
} from './language/ui-language.ts'

// Themes
export { themes, type ThemeInfo } from './themes.ts'
