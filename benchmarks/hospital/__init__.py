"""An invented hospital that exports tables: people, numbers, codes, values and notes, and what must become of each cell.

words.py reads the lists · people.py patients, staff and their visits · numbers.py identifiers with their check digits
codes.py terminologies · values.py measurements, amounts, categories, dates · notes.py texts that know where people stand
kinds.py what a column may hold · identity.py clinical.py plain.py the kinds · blueprints.py the 60 tables
files.py CSV, Parquet, XLSX, JSON lines · runs.py `velado run` · roles.py `velado columns` · compare.py before and after
leaks.py what is left of people · summary.py what is printed
"""
