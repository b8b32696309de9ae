import type { Handle } from '../../platform/database/index.ts';
import type { NamePage } from '../name-page.ts';
import { type Company, type CompanyFilter, selectCompanies } from './company-store.ts';

/** Companies in the order of their names, then ids. */
export const listCompanies = async (handle: Handle, input: CompanyFilter & NamePage): Promise<Company[]> =>
  await selectCompanies(handle, input);
