/** Texts of lessons and drills, loaded on demand. */

import learn from 'virtual:texts/learn';
import { addTexts } from '../app/i18n';

addTexts(learn);
