/** Reads workbooks, for tests of those that the product writes with another library. */
export { Workbook } from 'exceljs'
