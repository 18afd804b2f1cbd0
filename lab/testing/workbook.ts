/** Reads workbooks, independently of the product's writer. */
export { Workbook } from 'exceljs'
