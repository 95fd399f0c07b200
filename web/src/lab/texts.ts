/** The texts of the lab, which are not loaded with the page. */

import lab from 'virtual:texts/lab';
import { addTexts } from '../app/i18n';

addTexts(lab);
