"""Every SQL statement of the project, as package data; read by ``directory_crawler.storage.sql``."""
