/** Texts of the lab, loaded on demand. */

import lab from 'virtual:texts/lab';
import { addTexts } from '../app/i18n';

addTexts(lab);
